-- Step 1 without the hint: unmatched orders wait until their window closes.
SET 'pipeline.name' = 'flip497-baseline';
INSERT INTO out_baseline
SELECT o.order_id, CAST(o.order_time AS TIMESTAMP(3)), CAST(s.ship_time AS TIMESTAMP(3))
FROM orders o LEFT JOIN shipments s
  ON o.order_id = s.order_id AND MOD(s.order_id, 2) = 0
 AND o.order_time BETWEEN s.ship_time - INTERVAL '1' MINUTE AND s.ship_time;
