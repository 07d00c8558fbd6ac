-- Step 8: a NULL key matches nothing and is padded like any other unmatched order.
SET 'pipeline.name' = 'flip497-nullkey';
INSERT INTO out_nullkey
SELECT /*+ EARLY_FIRE('delay'='3s') */ o.order_id, o.k, CAST(o.order_time AS TIMESTAMP(3)), CAST(s.ship_time AS TIMESTAMP(3))
FROM orders_nk o LEFT JOIN shipments s
  ON o.k = s.order_id AND MOD(s.order_id, 2) = 0
 AND o.order_time BETWEEN s.ship_time - INTERVAL '1' MINUTE AND s.ship_time;
