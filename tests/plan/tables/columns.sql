-- Columns of every kind that a condition compares.
CREATE TABLE plain (a INT, b STRING, c BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE t1 (a INT, b STRING, c DOUBLE, d DECIMAL(10, 2), ts TIMESTAMP(3), proctime AS PROCTIME(),
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE nn (id INT NOT NULL, s STRING NOT NULL, v BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE ch (c3 CHAR(3), v5 VARCHAR(5), n INT) WITH ('connector' = 'datagen');
CREATE TABLE kinds (bo BOOLEAN, ti TINYINT, si SMALLINT, i INT, bi BIGINT, f FLOAT, d DOUBLE, dc DECIMAL(10, 2), s STRING,
  dt DATE, tm TIME, ts TIMESTAMP(3)) WITH ('connector' = 'datagen');
CREATE TABLE bh (a INT, n BIGINT) WITH ('connector' = 'blackhole');
CREATE VIEW v1 AS SELECT a, COUNT(*) AS n FROM plain GROUP BY a;
CREATE TABLE t2 (a INT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');
CREATE TABLE times (a INT, ts TIMESTAMP(3), tl TIMESTAMP_LTZ(3), t6 TIMESTAMP(6)) WITH ('connector' = 'datagen');
CREATE TABLE ltz (a INT, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');
CREATE TABLE snk (ts TIMESTAMP(3)) WITH ('connector' = 'print');
