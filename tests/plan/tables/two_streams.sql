-- Two streams of one shape, one with an instant as its time, one without time; sinks of several kinds.
CREATE TABLE t1 (a INT, b STRING, c DOUBLE, d DECIMAL(10, 2), ts TIMESTAMP(3), proctime AS PROCTIME(),
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE t2 (a INT, b STRING, c DOUBLE, d DECIMAL(10, 2), ts TIMESTAMP(3), proctime AS PROCTIME(),
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE ltz (a INT, b STRING, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
  WITH ('connector' = 'datagen');
CREATE TABLE plain (a INT, b STRING, c BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE bh (a INT, n BIGINT) WITH ('connector' = 'blackhole');
CREATE TABLE pr (a INT, n BIGINT) WITH ('connector' = 'print');
CREATE TABLE prk (a INT, n BIGINT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'print');
CREATE TABLE bhk (a INT, n BIGINT, PRIMARY KEY (n) NOT ENFORCED) WITH ('connector' = 'blackhole');
CREATE VIEW v1 AS SELECT a, COUNT(*) AS n FROM plain GROUP BY a;
