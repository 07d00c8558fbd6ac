-- Step 6: the watermark stalls; only the delay measured in wall-clock time goes on firing.
SET 'pipeline.name' = 'flip497-stalled-rowtime';
INSERT INTO out_stalled_rt
SELECT /*+ EARLY_FIRE('delay'='3s') */ o.order_id, CAST(o.order_time AS TIMESTAMP(3)), CAST(s.ship_time AS TIMESTAMP(3))
FROM orders o LEFT JOIN shipments_stalled s
  ON o.order_id = s.order_id AND o.order_time BETWEEN s.ship_time - INTERVAL '1' MINUTE AND s.ship_time;

SET 'pipeline.name' = 'flip497-stalled-proctime';
INSERT INTO out_stalled_pt
SELECT /*+ EARLY_FIRE('delay'='3s', 'time-mode'='proctime') */ o.order_id, CAST(o.order_time AS TIMESTAMP(3)), CAST(s.ship_time AS TIMESTAMP(3))
FROM orders o LEFT JOIN shipments_stalled s
  ON o.order_id = s.order_id AND o.order_time BETWEEN s.ship_time - INTERVAL '1' MINUTE AND s.ship_time;
