/** The fields of `T` under names that begin with `P`: of `follower` and `name`, `followerName`. */
export type Prefixed<P extends string, T> = {
  [K in keyof T & string as `${P}${Capitalize<K>}`]: T[K];
};

/**
 * Names somebody's fields after the part that they play, as entities of two users do: `followerName`,
 * `senderFirstName`. Works on values and on the shapes of schemas alike.
 */
export function prefixed<P extends string, T extends object>(prefix: P, fields: T): Prefixed<P, T> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      value,
    ]),
  ) as Prefixed<P, T>;
}
