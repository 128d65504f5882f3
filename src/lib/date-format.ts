const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter for dates in American English. Making one costs far more than using it, so each is made once. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', options);
    formats.set(key, format);
  }
  return format;
}
