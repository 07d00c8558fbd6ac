-- The tables of the early-fire release test.
SET 'table.local-time-zone' = 'UTC';
CREATE TABLE orders (
  order_id BIGINT,
  order_time AS LOCALTIMESTAMP,
  WATERMARK FOR order_time AS order_time - INTERVAL '1' SECOND
) WITH ('connector' = 'datagen', 'rows-per-second' = '1', 'fields.order_id.kind' = 'sequence',
  'fields.order_id.start' = '1', 'fields.order_id.end' = '100000');
CREATE TABLE shipments (
  seq BIGINT,
  order_id AS seq - 10,
  ship_time AS LOCALTIMESTAMP,
  WATERMARK FOR ship_time AS ship_time - INTERVAL '1' SECOND
) WITH ('connector' = 'datagen', 'rows-per-second' = '1', 'fields.seq.kind' = 'sequence', 'fields.seq.start' = '1',
  'fields.seq.end' = '100000');
CREATE TABLE shipments_stalled (
  seq BIGINT,
  order_id AS seq - 10,
  ship_time AS CAST(TIMESTAMP '2026-01-01 00:00:00' AS TIMESTAMP(3)),
  WATERMARK FOR ship_time AS ship_time
) WITH ('connector' = 'datagen', 'rows-per-second' = '1', 'fields.seq.kind' = 'sequence', 'fields.seq.start' = '1',
  'fields.seq.end' = '100000');
CREATE TABLE orders_nk (
  order_id BIGINT,
  k AS CASE WHEN MOD(order_id, 5) = 0 THEN CAST(NULL AS BIGINT) ELSE order_id END,
  order_time AS LOCALTIMESTAMP,
  WATERMARK FOR order_time AS order_time - INTERVAL '1' SECOND
) WITH ('connector' = 'datagen', 'rows-per-second' = '1', 'fields.order_id.kind' = 'sequence',
  'fields.order_id.start' = '1', 'fields.order_id.end' = '100000');
CREATE TABLE orders_pt (order_id BIGINT, pt AS PROCTIME()) WITH ('connector' = 'datagen', 'rows-per-second' = '1',
  'fields.order_id.kind' = 'sequence', 'fields.order_id.start' = '1', 'fields.order_id.end' = '100000');
CREATE TABLE shipments_pt (seq BIGINT, order_id AS seq - 10, pt AS PROCTIME()) WITH ('connector' = 'datagen',
  'rows-per-second' = '1', 'fields.seq.kind' = 'sequence', 'fields.seq.start' = '1', 'fields.seq.end' = '100000');
CREATE TABLE out_baseline (order_id BIGINT, ot TIMESTAMP(3), st TIMESTAMP(3)) WITH ('connector' = 'print',
  'print-identifier' = 'baseline');
CREATE TABLE out_early (order_id BIGINT, ot TIMESTAMP(3), st TIMESTAMP(3)) WITH ('connector' = 'print',
  'print-identifier' = 'early');
CREATE TABLE out_full (o_id BIGINT, s_id BIGINT, ot TIMESTAMP(3), st TIMESTAMP(3)) WITH ('connector' = 'print',
  'print-identifier' = 'full');
CREATE TABLE out_nullkey (order_id BIGINT, k BIGINT, ot TIMESTAMP(3), st TIMESTAMP(3)) WITH ('connector' = 'print',
  'print-identifier' = 'nullkey');
