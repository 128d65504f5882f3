export type * from './api.ts';
export { type ClientOptions, createClient, type Token } from './client.ts';
export { type Failure, GatherwellError } from './errors.ts';
export { type EventsMissed, type FollowOptions, followEvents } from './events.ts';
export type {
  Arguments,
  CallOptions,
  CursorPage,
  Mutation,
  NumberedPage,
  PagedQuery,
  Query,
  SubscribeOptions,
  Subscription,
  WriteOptions,
} from './procedures.ts';
