import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('an empty environment makes a server for this machine', () => {
  expect(readSettings({ PATH: '/bin', PORT: '' })).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('.data'),
    databaseUrl: undefined,
    redisUrl: undefined,
    databaseReadUrls: [],
    databaseDirectUrl: undefined,
    seed: 'demo',
    publicUrl: 'http://localhost:3000',
    otherOrigins: ['http://127.0.0.1:3000', 'http://[::1]:3000'],
    apiAllowedOrigins: [],
    tokenRequestsPerMinute: 600,
    mail: {
      kind: 'mailbox',
      folder: resolve('.data/mailbox'),
      from: 'Gatherwell <no-reply@localhost>',
    },
    media: { kind: 'folder', folder: resolve('.data/media') },
    networks: {},
    tokenKeys: [],
    coins: { atStart: 100, perInvitation: 1 },
    firstMessages: { newForDays: 7, perDay: 20 },
    auditDays: 400,
    uploadHours: 24,
    databaseTimeoutMs: 1800,
    publishUndoSeconds: 10,
    drainSeconds: 0,
    logLevel: 'info',
    metrics: undefined,
    tracing: undefined,
    trustedProxies: 0,
    secureCookies: false,
    allowUnsafePostgres: false,
  });
});

test('a full environment is taken over', () => {
  expect(
    readSettings({
      PORT: '8080',
      HOST: '::',
      DATA_DIR: '/srv/gatherwell',
      REDIS_URL: 'rediss://alice:secret@redis.example:6380/1',
      DATABASE_READ_URLS: 'postgres://alice:secret@one.example/gatherwell, postgres://two.example/gatherwell',
      DATABASE_URL: 'postgres://alice:secret@db.example:6432/gatherwell',
      DATABASE_DIRECT_URL: 'postgres://alice:secret@db.example:5432/gatherwell',
      SEED: 'none',
      PUBLIC_URL: 'https://gatherwell.example/',
      OTHER_ORIGINS: 'https://www.gatherwell.example:443,http://10.0.0.5:8080',
      SMTP_URL: 'smtps://alice:secret@mail.example:465',
      MAIL_FROM: 'Gatherwell <hello@gatherwell.example>',
      S3_BUCKET: 'pictures',
      S3_REGION: 'ca-central-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_SIGNED_URLS: '1',
      S3_PUBLIC_ENDPOINT: 'https://pictures.example',
      MAP_STYLE_URL: 'https://tiles.example/style.json',
      MAP_ORIGINS: 'https://a.tiles.example,https://fonts.example:8443',
      FACEBOOK_APP_ID: '42',
      FACEBOOK_APP_SECRET: 'facebook-secret',
      TWITTER_API_KEY: 'key',
      TWITTER_API_SECRET: 'twitter-secret',
      TWITTER_URL: 'http://127.0.0.1:4000/twitter',
      LINKEDIN_CLIENT_ID: 'id',
      LINKEDIN_CLIENT_SECRET: 'linked-in-secret',
      TOKEN_KEYS: `${'A'.repeat(43)}=,${'/'.repeat(42)}8=`,
      API_ALLOWED_ORIGINS: 'https://App.example,http://localhost:5173',
      API_TOKEN_REQUESTS: '60',
      COINS_AT_START: '20',
      COINS_PER_INVITATION: '0.5',
      AUDIT_DAYS: '90',
      UPLOAD_HOURS: '48',
      DATABASE_TIMEOUT_MS: '5000',
      PUBLISH_UNDO_SECONDS: '3',
      METRICS_HOST: '10.0.0.7',
      METRICS_PORT: '9464',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
      OTEL_SERVICE_NAME: 'gatherwell-east',
      OTEL_BSP_SCHEDULE_DELAY: '1000',
      DRAIN_SECONDS: '15',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '2',
      ALLOW_UNSAFE_POSTGRES: '1',
    }),
  ).toEqual({
    port: 8080,
    host: '::',
    dataDir: '/srv/gatherwell',
    redisUrl: 'rediss://alice:secret@redis.example:6380/1',
    databaseReadUrls: ['postgres://alice:secret@one.example/gatherwell', 'postgres://two.example/gatherwell'],
    databaseUrl: 'postgres://alice:secret@db.example:6432/gatherwell',
    databaseDirectUrl: 'postgres://alice:secret@db.example:5432/gatherwell',
    seed: 'none',
    publicUrl: 'https://gatherwell.example',
    otherOrigins: ['https://www.gatherwell.example', 'http://10.0.0.5:8080'],
    apiAllowedOrigins: ['https://app.example', 'http://localhost:5173'],
    tokenRequestsPerMinute: 60,
    mail: {
      kind: 'smtp',
      url: 'smtps://alice:secret@mail.example:465',
      from: 'Gatherwell <hello@gatherwell.example>',
    },
    media: {
      kind: 's3',
      bucket: 'pictures',
      region: 'ca-central-1',
      endpoint: undefined,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      signed: { endpoint: 'https://pictures.example' },
    },
    mapStyle: {
      url: 'https://tiles.example/style.json',
      origins: ['https://a.tiles.example', 'https://fonts.example:8443'],
    },
    networks: {
      facebook: { appId: '42', appSecret: 'facebook-secret' },
      twitter: { appKey: 'key', appSecret: 'twitter-secret', url: 'http://127.0.0.1:4000/twitter' },
      linkedIn: { appId: 'id', appSecret: 'linked-in-secret' },
    },
    tokenKeys: [new Uint8Array(32), new Uint8Array(32).fill(255)],
    coins: { atStart: 20, perInvitation: 0.5 },
    firstMessages: { newForDays: 7, perDay: 20 },
    auditDays: 90,
    uploadHours: 48,
    databaseTimeoutMs: 5000,
    publishUndoSeconds: 3,
    drainSeconds: 15,
    logLevel: 'warn',
    metrics: { host: '10.0.0.7', port: 9464 },
    tracing: {
      url: 'http://collector:4318/v1/traces',
      ratio: 0.05,
      serviceName: 'gatherwell-east',
      delayMs: 1000,
    },
    trustedProxies: 2,
    secureCookies: true,
    allowUnsafePostgres: true,
  });
});

test('a public address leaves no other origin to write from', () => {
  expect(readSettings({ PUBLIC_URL: 'https://gatherwell.example' }).otherOrigins).toEqual([]);
  expect(readSettings({ PORT: '80' }).otherOrigins).toEqual(['http://127.0.0.1', 'http://[::1]']);
});

test.each([
  [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535.'],
  [{ PORT: '80.5' }, 'PORT must be a whole number from 1 to 65535.'],
  [{ HOST: 'not a host' }, 'HOST must be an IP address or a host name.'],
  [
    { DATABASE_URL: 'mysql://alice:hunter2@db/x' },
    'DATABASE_URL must look like postgres://user:password@host:5432/database.',
  ],
  [
    { OTHER_ORIGINS: 'https://www.gatherwell.example/app' },
    'OTHER_ORIGINS must be http or https origins with commas between, such as https://www.gatherwell.example,http://10.0.0.5:3000.',
  ],
  [
    { REDIS_URL: 'redis.example:6379' },
    'REDIS_URL must look like redis://user:password@host:6379 or, with TLS, rediss://user:password@host:6379, with /1 behind it for database 1.',
  ],
  [
    { REDIS_URL: 'http://:hunter2@redis.example:6379' },
    'REDIS_URL must look like redis://user:password@host:6379 or, with TLS, rediss://user:password@host:6379, with /1 behind it for database 1.',
  ],
  [
    { REDIS_URL: 'redis://redis.example/first' },
    'REDIS_URL must look like redis://user:password@host:6379 or, with TLS, rediss://user:password@host:6379, with /1 behind it for database 1.',
  ],
  [{ SEED: 'everything' }, 'SEED must be one of demo, none.'],
  [
    { PUBLIC_URL: 'https://gatherwell.example/app' },
    'PUBLIC_URL must be an http or https address without a path, such as https://gatherwell.example.',
  ],
  [
    { SMTP_URL: 'mail.example', MAIL_FROM: 'hello@gatherwell.example' },
    'SMTP_URL must look like smtp://user:password@host:587.',
  ],
  [
    { SMTP_URL: 'smtp://mail.example' },
    'MAIL_FROM must be set together with SMTP_URL: the address that mails come from.',
  ],
  [{ MAIL_FROM: 'Gatherwell' }, 'MAIL_FROM must be a mail address, alone or as Name <name@host>.'],
  [
    { S3_BUCKET: 'pictures', S3_REGION: 'ca-central-1' },
    'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set too, since other S3 settings are.',
  ],
  [
    { MAP_STYLE_URL: 'tiles.example' },
    'MAP_STYLE_URL must be the http or https address of a MapLibre style.',
  ],
  [
    { MAP_STYLE_URL: 'https://tiles.example/s.json', MAP_ORIGINS: "https://a.example; script-src 'self'" },
    'MAP_ORIGINS must be http or https origins, such as https://tiles.example,https://fonts.example.',
  ],
  [
    { MAP_ORIGINS: 'https://a.example' },
    'MAP_STYLE_URL must be set together with MAP_ORIGINS: the style that uses them.',
  ],
  [
    { FACEBOOK_APP_ID: '42', TOKEN_KEYS: `${'A'.repeat(43)}=` },
    'FACEBOOK_APP_SECRET must be set together with FACEBOOK_APP_ID.',
  ],
  [
    { TWITTER_URL: 'http://127.0.0.1:4000/twitter' },
    'TWITTER_API_KEY must be set too, since other settings of the network are.',
  ],
  [
    { LINKEDIN_CLIENT_ID: 'id', LINKEDIN_CLIENT_SECRET: 'secret' },
    'TOKEN_KEYS must be set together with the keys of a network: tokens are stored sealed.',
  ],
  [
    { TOKEN_KEYS: 'c2hvcnQ=' },
    'TOKEN_KEYS must be keys of 32 random bytes in base64 with commas between, as `openssl rand -base64 32` prints them.',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be the http or https address of a collector, such as http://127.0.0.1:4318.',
  ],
  [
    { OTEL_BSP_SCHEDULE_DELAY: '5s' },
    'OTEL_BSP_SCHEDULE_DELAY must be a whole number of milliseconds from 100 to 60000.',
  ],
  [
    { OTEL_TRACES_SAMPLER_ARG: '1.5' },
    'OTEL_TRACES_SAMPLER_ARG must be the part of traces that is kept, from 0 to 1, such as 0.05.',
  ],
  [{ METRICS_PORT: 'yes' }, 'METRICS_PORT must be a whole number from 1 to 65535.'],
  [
    { DATABASE_URL: 'postgres://db/x', DATABASE_READ_URLS: 'postgres://one/x,mysql://alice:hunter2@two/x' },
    'DATABASE_READ_URLS must look like postgres://user:password@host:5432/database, several with commas between.',
  ],
  [
    { DATABASE_READ_URLS: 'postgres://one/x' },
    'DATABASE_URL must be set together with DATABASE_READ_URLS: the primary of these replicas.',
  ],
  [
    { S3_PUBLIC_ENDPOINT: 'https://pictures.example' },
    'S3_SIGNED_URLS must be 1 where S3_PUBLIC_ENDPOINT is set: browsers are sent there by signed addresses.',
  ],
  [{ METRICS_HOST: '10.0.0.7' }, 'METRICS_PORT must be set together with METRICS_HOST.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.'],
  [
    { API_ALLOWED_ORIGINS: '*' },
    'API_ALLOWED_ORIGINS must be http or https origins with commas between, such as https://app.example,http://localhost:5173.',
  ],
  [
    { API_TOKEN_REQUESTS: '0' },
    'API_TOKEN_REQUESTS must be a whole number of requests a minute from 1 to 100000.',
  ],
  [
    { DATABASE_TIMEOUT_MS: '499' },
    'DATABASE_TIMEOUT_MS must be a whole number of milliseconds from 500 to 60000.',
  ],
  [{ PUBLISH_UNDO_SECONDS: '0' }, 'PUBLISH_UNDO_SECONDS must be a whole number of seconds from 1 to 300.'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be the number of proxies in front of the server, from 0 to 10.'],
  [{ ALLOW_UNSAFE_POSTGRES: 'true' }, 'ALLOW_UNSAFE_POSTGRES must be one of 0, 1.'],
])('%j is rejected in one sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(expect.objectContaining({ name: 'Problem', message: sentence }));
});

test('reports all that is wrong at once', () => {
  const s3 = { S3_BUCKET: 'b', S3_REGION: 'r', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  expect(() => readSettings({ PORT: 'x', SEED: 'x', MEDIA_DIR: '/pictures', ...s3 })).toThrow(
    [
      'PORT must be a whole number from 1 to 65535.',
      'SEED must be one of demo, none.',
      'MEDIA_DIR must not be set together with S3 settings: pictures are kept in one place.',
    ].join('\n'),
  );
});
