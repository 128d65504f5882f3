interface ImportMetaEnv {
  /** A hash of the shape of the rows that `local/` keeps, worked out by the build. */
  readonly LOCAL_SCHEMA_HASH: string;
  /** Of the mocked mode: the setting of the same name when it was built, or nothing. */
  readonly PUBLISH_UNDO_SECONDS: string;
}
