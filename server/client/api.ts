import type { AnyTRPCProcedure, inferProcedureInput, inferTransformedProcedureOutput } from '@trpc/server';
import type { AppRouter } from '../router.ts';
import type { CursorPage, Mutation, NumberedPage, PagedQuery, Query, Subscription } from './procedures.ts';

export type { EventHead, LoggedEvent } from '../events/events.schema.ts';

/**
 * Every procedure, by feature. In the package, declarations that need nothing of the server take the place of this
 * module; they are generated from the procedures' schemas.
 */
export type Api = ApiOf<AppRouter['_def']['record']>;

type ApiOf<Procedures> = {
  readonly [Name in keyof Procedures]: Procedures[Name] extends AnyTRPCProcedure
    ? Call<
        Procedures[Name]['_def']['type'],
        inferProcedureInput<Procedures[Name]>,
        inferTransformedProcedureOutput<AppRouter, Procedures[Name]>
      >
    : ApiOf<Procedures[Name]>;
};

type Call<Type, Input, Output> = Type extends 'mutation'
  ? Mutation<Input, Output>
  : Type extends 'subscription'
    ? Subscription<Input, Sent<Output>>
    : Output extends CursorPage | NumberedPage
      ? Input extends { cursor?: unknown }
        ? PagedQuery<Input, Output>
        : Query<Input, Output>
      : Query<Input, Output>;

/** What a subscription sends, without what marks its place. */
type Sent<Output> =
  Output extends AsyncIterable<infer Message>
    ? Message extends { id: string; data: infer Data }
      ? Data
      : Message
    : never;
