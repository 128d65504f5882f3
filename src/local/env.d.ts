interface ImportMetaEnv {
  /** A hash of the shape of the rows that `local/` keeps, worked out by the build. */
  readonly LOCAL_SCHEMA_HASH: string;
}
