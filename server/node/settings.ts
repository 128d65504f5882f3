import { resolve } from 'node:path';
import { z } from 'zod';
import type { NetworkSettings } from './ports/networks/index.ts';
import { Problem } from './problem.ts';

/** Everything that a host can set, read once. `.env` is not read: the environment is the only source. */
export interface Settings {
  port: number;
  /** The address to listen on. Only this machine, unless set: a demo community has known passwords. */
  host: string;
  /** Absolute folder for all that is kept: the embedded database, pictures, the mailbox. */
  dataDir: string;
  /** Another Postgres than the embedded one. */
  databaseUrl: string | undefined;
  /** A Redis or Valkey that carries notifications, presence and counts of attempts in place of the database. */
  redisUrl: string | undefined;
  /** Replicas of it, from which reads are served. */
  databaseReadUrls: readonly string[];
  /** The same Postgres without the pooler in transaction mode that `databaseUrl` then leads through. */
  databaseDirectUrl: string | undefined;
  /** Milliseconds that a request may wait for the database in all, before the client gets a 503. */
  databaseTimeoutMs: number;
  /** What an empty database is filled with. */
  seed: 'demo' | 'none';
  /** Where people reach the product, without a trailing slash. */
  publicUrl: string;
  /** Origins besides the public one from which browsers may write. */
  otherOrigins: readonly string[];
  /** Origins whose pages may call the API with personal access tokens. */
  apiAllowedOrigins: readonly string[];
  /** How often one personal access token may call in a minute. */
  tokenRequestsPerMinute: number;
  mail: { kind: 'smtp'; url: string; from: string } | { kind: 'mailbox'; folder: string; from: string };
  media:
    | { kind: 'folder'; folder: string }
    | {
        kind: 's3';
        bucket: string;
        region: string;
        endpoint: string | undefined;
        accessKeyId: string;
        secretAccessKey: string;
        /** Whether the store hands out what it has at signed addresses, and where browsers reach it for that. */
        signed: { endpoint: string | undefined } | undefined;
      };
  /** A service for address search in place of the built-in list. */
  places: { url: string; api: 'photon' | 'nominatim' } | undefined;
  /** A map style in place of the built-in map, and the origins that its tiles, fonts and pictures come from. */
  mapStyle: { url: string; origins: readonly string[] } | undefined;
  /** How the installation is known at the social networks. */
  networks: NetworkSettings;
  /** The keys that seal the tokens of social networks, 32 bytes each: the first seals, all open. */
  tokenKeys: readonly Uint8Array<ArrayBuffer>[];
  /** How many coins a new account starts with, and what inviting a user who is not connected costs. */
  coins: { atStart: number; perInvitation: number };
  /** For how many days an account is new, and how many people it may write to in a day who do not answer. */
  firstMessages: { newForDays: number; perDay: number };
  /** For how many days entries of the audit log are kept. */
  auditDays: number;
  /** For how many hours an upload is kept that no message names. */
  uploadHours: number;
  /** For how many seconds publishing a post can be undone, before its followers are notified. */
  publishUndoSeconds: number;
  /** For how many seconds a server that is to stop still serves, while proxies notice that it wants nothing new. */
  drainSeconds: number;
  logLevel: (typeof logLevels)[number];
  /** Where figures for Prometheus are served; nowhere, and none are kept, where it is not set. */
  metrics: { host: string; port: number } | undefined;
  /** Where traces go, by OTLP; nowhere, and none are made, where it is not set. */
  tracing: { url: string; ratio: number; serviceName: string; delayMs: number } | undefined;
  /** How many proxies stand in front: that many entries at the end of `X-Forwarded-For` can be believed. */
  trustedProxies: number;
  /** Whether cookies are for HTTPS only: where the public address is one. */
  secureCookies: boolean;
  /** Starts although the database may lose acknowledged writes in a crash. For tests. */
  allowUnsafePostgres: boolean;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A setting with its check, and the sentence that follows its name where the check fails. */
function setting<T extends z.ZodType>(type: T, demand: string) {
  return z.string().transform((text, context): z.output<T> => {
    const parsed = type.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: demand });
    return z.NEVER;
  });
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const oneOf = <T extends readonly [string, ...string[]]>(...values: T) =>
  setting(z.enum(values), `must be one of ${values.join(', ')}.`);
const address = (protocol: RegExp) => z.url({ protocol });
const originList = z
  .string()
  .regex(/^https?:\/\/[^\s/?#@,;]+(?:,https?:\/\/[^\s/?#@,;]+)*$/)
  .transform((origins) => origins.split(','))
  .refine((origins) => origins.every((origin) => URL.canParse(origin)));
const text = z.string();
const word = (what: string) => setting(z.string().regex(/^[\w.~-]{1,200}$/), `must be ${what}.`);
const networkAddress = setting(
  address(/^https?$/).refine((url) => !/[?#@]/.test(url)),
  'must be the http or https address of a server that speaks as the network does.',
);
const keyList = z
  .string()
  .transform((keys) => keys.split(',').map((key) => new Uint8Array(Buffer.from(key, 'base64'))))
  .refine((keys) => keys.every((key) => key.length === 32));

const replicaList = z
  .string()
  .transform((list) => list.split(',').map((url) => url.trim()))
  .refine(
    (urls) =>
      urls.length <= 20 && urls.every((url) => /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)),
  );

const hostName = setting(
  z.union([z.ipv4(), z.ipv6(), z.hostname()]),
  'must be an IP address or a host name.',
);

const databaseAddress = setting(
  address(/^postgres(ql)?$/),
  'must look like postgres://user:password@host:5432/database.',
);

const environment = z.object({
  PORT: setting(wholeNumber(1, 65_535), 'must be a whole number from 1 to 65535.').default(3000),
  HOST: hostName.default('127.0.0.1'),
  DATA_DIR: text.default('.data'),
  REDIS_URL: setting(
    address(/^rediss?$/).refine((url) => /^rediss?:\/\/[^/?#]+(?:\/\d{0,5})?$/.test(url)),
    'must look like redis://user:password@host:6379 or, with TLS, rediss://user:password@host:6379, with /1 behind it for database 1.',
  ).optional(),
  DATABASE_READ_URLS: setting(
    replicaList,
    'must look like postgres://user:password@host:5432/database, several with commas between.',
  ).optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_TIMEOUT_MS: setting(
    wholeNumber(500, 60_000),
    'must be a whole number of milliseconds from 500 to 60000.',
  ).default(1800),
  SEED: oneOf('demo', 'none').default('demo'),
  PUBLIC_URL: setting(
    address(/^https?$/).refine((url) => /^https?:\/\/[^/?#@]+\/?$/.test(url)),
    'must be an http or https address without a path, such as https://gatherwell.example.',
  ).optional(),
  OTHER_ORIGINS: setting(
    originList,
    'must be http or https origins with commas between, such as https://www.gatherwell.example,http://10.0.0.5:3000.',
  ).optional(),
  API_ALLOWED_ORIGINS: setting(
    originList,
    'must be http or https origins with commas between, such as https://app.example,http://localhost:5173.',
  ).optional(),
  API_TOKEN_REQUESTS: setting(
    wholeNumber(1, 100_000),
    'must be a whole number of requests a minute from 1 to 100000.',
  ).default(600),
  SMTP_URL: setting(address(/^smtps?$/), 'must look like smtp://user:password@host:587.').optional(),
  MAIL_FROM: setting(
    z.string().regex(/^(?:[^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/),
    'must be a mail address, alone or as Name <name@host>.',
  ).optional(),
  MEDIA_DIR: text.optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.optional(),
  S3_ENDPOINT: setting(address(/^https?$/), 'must be an http or https address.').optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_SIGNED_URLS: oneOf('0', '1').default('0'),
  S3_PUBLIC_ENDPOINT: setting(address(/^https?$/), 'must be an http or https address.').optional(),
  PLACES_URL: setting(
    address(/^https?$/),
    'must be the http or https address of a Photon or Nominatim service.',
  ).optional(),
  PLACES_API: oneOf('photon', 'nominatim').default('photon'),
  MAP_STYLE_URL: setting(
    address(/^https?$/),
    'must be the http or https address of a MapLibre style.',
  ).optional(),
  MAP_ORIGINS: setting(
    originList,
    'must be http or https origins, such as https://tiles.example,https://fonts.example.',
  ).optional(),
  FACEBOOK_APP_ID: word('the id of an app at Facebook').optional(),
  FACEBOOK_APP_SECRET: word('the secret of an app at Facebook').optional(),
  FACEBOOK_URL: networkAddress.optional(),
  TWITTER_API_KEY: word('the API key of an app at Twitter').optional(),
  TWITTER_API_SECRET: word('the API key secret of an app at Twitter').optional(),
  TWITTER_URL: networkAddress.optional(),
  LINKEDIN_CLIENT_ID: word('the client id of an app at LinkedIn').optional(),
  LINKEDIN_CLIENT_SECRET: word('the client secret of an app at LinkedIn').optional(),
  LINKEDIN_URL: networkAddress.optional(),
  TOKEN_KEYS: setting(
    keyList,
    'must be keys of 32 random bytes in base64 with commas between, as `openssl rand -base64 32` prints them.',
  ).optional(),
  COINS_AT_START: setting(
    wholeNumber(0, 999_999),
    'must be a whole number of coins from 0 to 999999.',
  ).default(100),
  COINS_PER_INVITATION: setting(
    z
      .string()
      .regex(/^\d{1,3}(\.\d{1,3})?$/)
      .transform(Number),
    'must be a number of coins from 0 to 999.999, such as 1 or 0.5.',
  ).default(1),
  NEW_ACCOUNT_DAYS: setting(wholeNumber(0, 3650), 'must be a whole number of days from 0 to 3650.').default(
    7,
  ),
  NEW_ACCOUNT_FIRST_MESSAGES: setting(
    wholeNumber(0, 999_999),
    'must be a whole number of messages a day from 0 to 999999.',
  ).default(20),
  AUDIT_DAYS: setting(wholeNumber(30, 3650), 'must be a whole number of days from 30 to 3650.').default(400),
  UPLOAD_HOURS: setting(wholeNumber(1, 720), 'must be a whole number of hours from 1 to 720.').default(24),
  PUBLISH_UNDO_SECONDS: setting(
    wholeNumber(1, 300),
    'must be a whole number of seconds from 1 to 300.',
  ).default(10),
  DRAIN_SECONDS: setting(wholeNumber(0, 300), 'must be a whole number of seconds from 0 to 300.').default(0),
  LOG_LEVEL: oneOf(...logLevels).default('info'),
  METRICS_PORT: setting(wholeNumber(1, 65_535), 'must be a whole number from 1 to 65535.').optional(),
  METRICS_HOST: hostName.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    address(/^https?$/),
    'must be the http or https address of a collector, such as http://127.0.0.1:4318.',
  ).optional(),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    wholeNumber(100, 60_000),
    'must be a whole number of milliseconds from 100 to 60000.',
  ).default(5000),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z
      .string()
      .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/)
      .transform(Number),
    'must be the part of traces that is kept, from 0 to 1, such as 0.05.',
  ).default(1),
  OTEL_SERVICE_NAME: word('a name of letters, digits, dots and hyphens').default('gatherwell'),
  TRUST_PROXY: setting(
    wholeNumber(0, 10),
    'must be the number of proxies in front of the server, from 0 to 10.',
  ).default(0),
  ALLOW_UNSAFE_POSTGRES: oneOf('0', '1').default('0'),
});

/** The settings without which a network is not available. */
const networkNames = {
  FACEBOOK: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  TWITTER: ['TWITTER_API_KEY', 'TWITTER_API_SECRET'],
  LINKEDIN: ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
};

const s3Names = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/**
 * Reads the settings out of an environment. An empty variable counts as one that is not set. Throws `Problem`
 * with a sentence for each setting that cannot be used; values are not repeated, since some are secret.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);

  if (given['DATABASE_READ_URLS'] !== undefined && given['DATABASE_URL'] === undefined)
    problems.push(
      'DATABASE_URL must be set together with DATABASE_READ_URLS: the primary of these replicas.',
    );
  if (given['SMTP_URL'] !== undefined && given['MAIL_FROM'] === undefined)
    problems.push('MAIL_FROM must be set together with SMTP_URL: the address that mails come from.');
  if (given['DATABASE_DIRECT_URL'] !== undefined && given['DATABASE_URL'] === undefined)
    problems.push('DATABASE_URL must be set together with DATABASE_DIRECT_URL: the pooler in front of it.');
  if (given['S3_PUBLIC_ENDPOINT'] !== undefined && given['S3_SIGNED_URLS'] !== '1')
    problems.push(
      'S3_SIGNED_URLS must be 1 where S3_PUBLIC_ENDPOINT is set: browsers are sent there by signed addresses.',
    );
  const wantsS3 =
    given['S3_SIGNED_URLS'] === '1' || [...s3Names, 'S3_ENDPOINT'].some((name) => given[name] !== undefined);
  const missing = s3Names.filter((name) => given[name] === undefined);
  if (wantsS3 && missing.length > 0)
    problems.push(`${missing.join(', ')} must be set too, since other S3 settings are.`);
  if (given['METRICS_HOST'] !== undefined && given['METRICS_PORT'] === undefined)
    problems.push('METRICS_PORT must be set together with METRICS_HOST.');
  if (wantsS3 && given['MEDIA_DIR'] !== undefined)
    problems.push('MEDIA_DIR must not be set together with S3 settings: pictures are kept in one place.');
  if (given['MAP_ORIGINS'] !== undefined && given['MAP_STYLE_URL'] === undefined)
    problems.push('MAP_STYLE_URL must be set together with MAP_ORIGINS: the style that uses them.');
  for (const [network, names] of Object.entries(networkNames)) {
    const [first = '', ...others] = names;
    const missing = others.filter((name) => given[name] === undefined);
    if (given[first] !== undefined && missing.length > 0)
      problems.push(`${missing.join(', ')} must be set together with ${first}.`);
    if (given[first] === undefined && [...others, `${network}_URL`].some((name) => given[name] !== undefined))
      problems.push(`${first} must be set too, since other settings of the network are.`);
  }
  if (Object.values(networkNames).some(([name = '']) => given[name] !== undefined) && !given['TOKEN_KEYS'])
    problems.push('TOKEN_KEYS must be set together with the keys of a network: tokens are stored sealed.');
  if (!parsed.success || problems.length > 0) throw new Problem(problems.join('\n'));

  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, '');
  const from = values.MAIL_FROM ?? `Gatherwell <no-reply@${new URL(publicUrl).hostname}>`;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    databaseReadUrls: values.DATABASE_READ_URLS ?? [],
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    seed: values.SEED,
    publicUrl,
    otherOrigins: values.OTHER_ORIGINS?.map((origin) => new URL(origin).origin) ?? usualOrigins(values),
    apiAllowedOrigins: values.API_ALLOWED_ORIGINS?.map((origin) => new URL(origin).origin) ?? [],
    tokenRequestsPerMinute: values.API_TOKEN_REQUESTS,
    mail: values.SMTP_URL
      ? { kind: 'smtp', url: values.SMTP_URL, from }
      : { kind: 'mailbox', folder: resolve(dataDir, 'mailbox'), from },
    media: wantsS3
      ? {
          kind: 's3',
          bucket: values.S3_BUCKET ?? '',
          region: values.S3_REGION ?? '',
          endpoint: values.S3_ENDPOINT,
          accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
          signed:
            values.S3_SIGNED_URLS === '1'
              ? { endpoint: values.S3_PUBLIC_ENDPOINT ?? values.S3_ENDPOINT }
              : undefined,
        }
      : { kind: 'folder', folder: resolve(values.MEDIA_DIR ?? resolve(dataDir, 'media')) },
    places: values.PLACES_URL ? { url: values.PLACES_URL, api: values.PLACES_API } : undefined,
    mapStyle: values.MAP_STYLE_URL
      ? { url: values.MAP_STYLE_URL, origins: values.MAP_ORIGINS ?? [] }
      : undefined,
    networks: {
      facebook: values.FACEBOOK_APP_ID
        ? {
            appId: values.FACEBOOK_APP_ID,
            appSecret: values.FACEBOOK_APP_SECRET ?? '',
            url: values.FACEBOOK_URL,
          }
        : undefined,
      twitter: values.TWITTER_API_KEY
        ? {
            appKey: values.TWITTER_API_KEY,
            appSecret: values.TWITTER_API_SECRET ?? '',
            url: values.TWITTER_URL,
          }
        : undefined,
      linkedIn: values.LINKEDIN_CLIENT_ID
        ? {
            appId: values.LINKEDIN_CLIENT_ID,
            appSecret: values.LINKEDIN_CLIENT_SECRET ?? '',
            url: values.LINKEDIN_URL,
          }
        : undefined,
    },
    tokenKeys: values.TOKEN_KEYS ?? [],
    coins: { atStart: values.COINS_AT_START, perInvitation: values.COINS_PER_INVITATION },
    firstMessages: { newForDays: values.NEW_ACCOUNT_DAYS, perDay: values.NEW_ACCOUNT_FIRST_MESSAGES },
    auditDays: values.AUDIT_DAYS,
    uploadHours: values.UPLOAD_HOURS,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    publishUndoSeconds: values.PUBLISH_UNDO_SECONDS,
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
    metrics: values.METRICS_PORT ? { host: values.METRICS_HOST, port: values.METRICS_PORT } : undefined,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          url: `${values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
          ratio: values.OTEL_TRACES_SAMPLER_ARG,
          serviceName: values.OTEL_SERVICE_NAME,
          delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
        }
      : undefined,
    trustedProxies: values.TRUST_PROXY,
    secureCookies: publicUrl.startsWith('https:'),
    allowUnsafePostgres: values.ALLOW_UNSAFE_POSTGRES === '1',
  };
}

/** Returns the other names of this machine, where no public address is set. */
const usualOrigins = ({ PUBLIC_URL, PORT }: { PUBLIC_URL?: string | undefined; PORT: number }) =>
  PUBLIC_URL === undefined
    ? ['127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${PORT}`).origin)
    : [];
