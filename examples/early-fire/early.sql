-- Step 1 with the hint: unmatched orders come early and are corrected when a shipment arrives.
SET 'pipeline.name' = 'flip497-early';
INSERT INTO out_early
SELECT /*+ EARLY_FIRE('delay'='3s') */ o.order_id, CAST(o.order_time AS TIMESTAMP(3)), CAST(s.ship_time AS TIMESTAMP(3))
FROM orders o LEFT JOIN shipments s
  ON o.order_id = s.order_id AND MOD(s.order_id, 2) = 0
 AND o.order_time BETWEEN s.ship_time - INTERVAL '1' MINUTE AND s.ship_time;
