-- Step 7: a FULL join; a shipment's window closes as soon as the watermark passes it.
SET 'pipeline.name' = 'flip497-full';
INSERT INTO out_full
SELECT /*+ EARLY_FIRE('delay'='3s') */ o.order_id, s.order_id, CAST(o.order_time AS TIMESTAMP(3)), CAST(s.ship_time AS TIMESTAMP(3))
FROM orders o FULL JOIN shipments s
  ON o.order_id = s.order_id AND MOD(s.order_id, 2) = 0
 AND o.order_time BETWEEN s.ship_time - INTERVAL '1' MINUTE AND s.ship_time;
