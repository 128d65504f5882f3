import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { executeTogether } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import type { UserType } from '#db/tables/columns.ts';
import { insertAccount } from '../accounts/accounts.queries.ts';
import { conflict, Refusal } from '../errors.ts';
import type { Job } from '../jobs.ts';
import { type Mail, PictureRejected, type Ports, type Upload, type UploadStore } from '../ports.ts';
import { largePng } from './large-png.ts';
import { describeLimits } from './limits-contract.ts';
import { plain, png, sidewaysJpeg, svg, text, webp } from './pictures.ts';

/** Ports, with what a test needs around them. */
export interface PortsUnderTest {
  ports: Ports;
  db: Db;
  /** Runs the jobs that are there. */
  runJobs(): Promise<void>;
  /** Every mail that was sent. */
  mails(): Promise<Pick<Mail, 'to'>[]>;
  close(): Promise<void>;
}

/**
 * What holds for the ports of every host. Each test makes its own users, so hosts may be shared. Pictures are left
 * out where the host's way of decoding them is not to be had under Node.
 */
export function describePorts(
  name: string,
  open: () => Promise<PortsUnderTest>,
  { hasPictures = true }: { hasPictures?: boolean } = {},
): void {
  describe(name, () => {
    let host: PortsUnderTest;
    beforeAll(async () => {
      host = await open();
    });
    afterAll(() => host.close());

    async function account(name: string, userType: UserType = 'individual') {
      const id = uuid();
      const email = `${name}-${id.slice(-12)}@example.org`;
      const row = { id, userType, email, passwordHash: '', createdAt: new Date(), coins: 0 };
      await host.db.transaction().execute((trx) => insertAccount(trx, row));
      return { id, email };
    }

    test('posting to a webhook resolves to a status or to the reason why there is none', async () => {
      const delivery = { url: 'https://127.0.0.1:1/', headers: {}, body: '{}' };
      expect([{ status: 204 }, { problem: 'not-public' }]).toContainEqual(
        await host.ports.webhooks.post(delivery),
      );
    });

    describe('passwords', () => {
      test('fit what they were hashed from, and nothing else', async () => {
        const { passwords } = host.ports;
        const hash = await passwords.hash('correct horse');
        expect(hash).not.toContain('correct horse');
        expect(await passwords.verify(hash, 'correct horse')).toBe(true);
        expect(await passwords.verify(hash, 'Correct horse')).toBe(false);
      });

      test('are salted: the same one twice gives two hashes', async () => {
        const { passwords } = host.ports;
        expect(await passwords.hash('correct horse')).not.toBe(await passwords.hash('correct horse'));
      });
    });

    describe('sessions', () => {
      test('are found by their token, with the kind of user', async () => {
        const { sessions } = host.ports;
        const clinic = await account('clinic', 'organization');
        const { token, session } = await sessions.start(host.db, clinic.id);
        expect(session).toMatchObject({ userId: clinic.id, userType: 'organization' });
        expect(await sessions.validate(host.db, token, 'bearer')).toEqual(session);
      });

      test('are kept without their token', async () => {
        const alice = await account('alice');
        const { token, cookieToken, session } = await host.ports.sessions.start(host.db, alice.id);
        const rows = await host.db
          .selectFrom('sessions')
          .selectAll()
          .where('user_id', '=', alice.id)
          .execute();
        expect(rows.map((row) => row.id)).toEqual([session.id]);
        for (const secret of [token, cookieToken]) expect(JSON.stringify(rows)).not.toContain(secret);
      });

      test.each(['a token of nobody: '.padEnd(43, 'x'), 'x'.repeat(43), '', "' or true --"])(
        'are not found by %j',
        async (token) => {
          expect(await host.ports.sessions.validate(host.db, token, 'bearer')).toBeUndefined();
        },
      );

      test('end, one or all of a user or all but one', async () => {
        const { sessions } = host.ports;
        const [alice, bob] = [await account('alice'), await account('bob')];
        const [one, two, three] = [
          await sessions.start(host.db, alice.id),
          await sessions.start(host.db, alice.id),
          await sessions.start(host.db, alice.id),
        ];
        const others = await sessions.start(host.db, bob.id);
        const inForce = async () =>
          Promise.all(
            [one, two, three, others].map(
              async ({ token }) => (await sessions.validate(host.db, token, 'bearer')) !== undefined,
            ),
          );
        await sessions.end(host.db, one.session.id);
        expect(await inForce()).toEqual([false, true, true, true]);
        await sessions.endAll(host.db, alice.id, two.session.id);
        expect(await inForce()).toEqual([false, true, false, true]);
        await sessions.endAll(host.db, alice.id);
        expect(await inForce()).toEqual([false, false, false, true]);
      });

      test('last 14 days from their last use, and 90 at most', async () => {
        const { sessions } = host.ports;
        const alice = await account('alice');
        const { token, session } = await sessions.start(host.db, alice.id);
        const begun = Date.now();
        expect(daysBetween(begun, session.expiresAt)).toBeCloseTo(14, 2);

        await moveSession(session.id, { ageDays: 8, leftDays: 6 });
        const used = await sessions.validate(host.db, token, 'bearer');
        expect(daysBetween(begun, used?.expiresAt)).toBeCloseTo(14, 2);

        await moveSession(session.id, { ageDays: 87, leftDays: 1 });
        const nearEnd = await sessions.validate(host.db, token, 'bearer');
        expect(daysBetween(begun, nearEnd?.expiresAt)).toBeCloseTo(3, 2);
        const again = await sessions.validate(host.db, token, 'bearer');
        expect(again?.expiresAt).toEqual(nearEnd?.expiresAt);

        await moveSession(session.id, { ageDays: 20, leftDays: -1 });
        expect(await sessions.validate(host.db, token, 'bearer')).toBeUndefined();
      });

      test('are found together, in the order of their tokens, and moved forward as one alone is', async () => {
        const { sessions } = host.ports;
        const [alice, bob] = [await account('alice'), await account('bob')];
        const [used, ended, others] = [
          await sessions.start(host.db, alice.id),
          await sessions.start(host.db, alice.id),
          await sessions.start(host.db, bob.id),
        ];
        await moveSession(used.session.id, { ageDays: 8, leftDays: 6 });
        await sessions.end(host.db, ended.session.id);
        const unknown = 'x'.repeat(43);
        for (const [carrier, tokens] of [
          ['bearer', [others.token, ended.token, unknown, used.token, '', others.token, used.cookieToken]],
          [
            'cookie',
            [
              others.cookieToken,
              ended.cookieToken,
              unknown,
              used.cookieToken,
              '',
              others.cookieToken,
              used.token,
            ],
          ],
        ] as const) {
          const found = await sessions.validateAll(host.db, tokens, carrier);
          expect(found.map((session) => session?.id)).toEqual([
            others.session.id,
            undefined,
            undefined,
            used.session.id,
            undefined,
            others.session.id,
            undefined,
          ]);
          expect(found[0]).toEqual(others.session);
          expect(daysBetween(Date.now(), found[3]?.expiresAt)).toBeCloseTo(14, 2);
        }
        expect(await sessions.validateAll(host.db, [], 'bearer')).toEqual([]);
      });

      test('are swept once they are over', async () => {
        const { sessions } = host.ports;
        const alice = await account('alice');
        const [over, inForce] = [
          await sessions.start(host.db, alice.id),
          await sessions.start(host.db, alice.id),
        ];
        await moveSession(over.session.id, { ageDays: 20, leftDays: -1 });
        await sessions.sweep(host.db);
        const rows = await host.db
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', alice.id)
          .execute();
        expect(rows).toEqual([{ id: inForce.session.id }]);
      });

      test('are carried by a bearer token, which is no cookie', async () => {
        const { sessions } = host.ports;
        const { token, cookieToken } = await sessions.start(host.db, (await account('alice')).id);
        expect(sessions.tokensOf(new Headers({ authorization: `Bearer ${token}` }))).toEqual({
          bearer: token,
        });
        expect(sessions.tokensOf(new Headers())).toEqual({});
        expect(sessions.tokensOf(new Headers({ authorization: 'Basic YTpi' }))).toEqual({});
        expect(await sessions.validate(host.db, cookieToken, 'bearer')).toBeUndefined();
        expect(await sessions.validate(host.db, token, 'cookie')).toBeUndefined();
      });

      async function moveSession(id: string, { ageDays, leftDays }: { ageDays: number; leftDays: number }) {
        const day = 24 * 60 * 60 * 1000;
        await host.db
          .updateTable('sessions')
          .set({
            created_at: new Date(Date.now() - ageDays * day),
            expires_at: new Date(Date.now() + leftDays * day),
          })
          .where('id', '=', id)
          .execute();
      }
    });

    describe.runIf(hasPictures)('media', () => {
      test.each([
        ['PNG', () => png(1000, 500)],
        ['WebP', () => webp(1000, 500)],
        ['GIF', async () => new Uint8Array(await plain(1000, 500).gif().toBuffer())],
      ])('keep a %s in every width, and enlarge none', async (_, make) => {
        const { media } = host.ports;
        const stored = await media.store(await make(), 'alice');
        expect(stored).toMatchObject({ width: 1000, height: 500 });
        const widths = await Promise.all(
          ([96, 400, 800, 1600] as const).map(async (width) => {
            const picture = await media.read(stored.path, width);
            expect(picture?.type).toMatch(/^image\//);
            return (await sharp(picture?.body).metadata()).width;
          }),
        );
        expect(widths).toEqual([96, 400, 800, 1000]);
      });

      test('turn a picture upright and forget who took it', async () => {
        const { media } = host.ports;
        const original = await sidewaysJpeg(600, 300);
        expect((await sharp(original).metadata()).exif?.toString('latin1')).toContain('Alice');
        const stored = await media.store(original, 'alice');
        expect(stored).toMatchObject({ width: 300, height: 600 });
        const kept = await media.read(stored.path, 1600);
        expect(await sharp(kept?.body).metadata()).toMatchObject({ width: 300, height: 600 });
        expect((await sharp(kept?.body).metadata()).exif).toBeUndefined();
        expect(Buffer.from(kept?.body ?? []).toString('latin1')).not.toContain('Alice');
      });

      test('keep the same bytes once', async () => {
        const { media } = host.ports;
        const [first, second] = [
          await media.store(await png(40, 30), 'alice'),
          await media.store(await png(40, 30), 'alice'),
        ];
        expect(second).toEqual(first);
        expect((await media.store(await png(41, 30), 'alice')).path).not.toBe(first.path);
      });

      test('count the pixels of what is not stored yet', async () => {
        const { media } = host.ports;
        const picture = await png(43, 30);
        expect(await media.countPixels(picture)).toBe(43 * 30);
        await media.store(picture, 'alice');
        expect(await media.countPixels(picture)).toBe(0);
        await expect(media.countPixels(largePng('more', 5001, 5000))).rejects.toBeInstanceOf(PictureRejected);
        await expect(media.countPixels(svg())).rejects.toBeInstanceOf(PictureRejected);
      });

      test('take 25 megapixels and not one row more', async () => {
        const { media } = host.ports;
        const most = await media.store(largePng('most', 5000, 5000), 'alice');
        expect(most).toMatchObject({ width: 1600, height: 1600 });
        await expect(media.store(largePng('more', 5000, 5001), 'alice')).rejects.toThrow(
          'This picture has more than 25 megapixels. Choose a smaller one.',
        );
      });

      test.each([
        ['a drawing', async () => svg()],
        ['text', async () => text()],
        ['nothing', async () => new Uint8Array()],
        ['half a picture', async () => truncated(await sidewaysJpeg(2000, 2000))],
        ['a PNG header alone', async () => (await png(500, 500)).slice(0, 40)],
      ])('rejects %s', async (_, make) => {
        await expect(host.ports.media.store(await make(), 'alice')).rejects.toBeInstanceOf(PictureRejected);
      });

      test.each(['0'.repeat(64), '../../etc/passwd', ''])('know nothing of %j', async (path) => {
        expect(await host.ports.media.read(path, 400)).toBeUndefined();
      });
    });

    describe('events', () => {
      test('calls the listeners of the notified users until they unsubscribe', async () => {
        const { events } = host.ports;
        const [alice, bob] = [uuid(), uuid()];
        const [forAlice, alsoForAlice, forBob] = [vi.fn(), vi.fn(), vi.fn()];
        const stop = events.listen(alice, forAlice);
        events.listen(alice, alsoForAlice);
        events.listen(bob, forBob);
        events.notify([alice]);
        await vi.waitFor(() => expect(forAlice).toHaveBeenCalled());
        await vi.waitFor(() => expect(alsoForAlice).toHaveBeenCalled());
        expect(forBob).not.toHaveBeenCalled();
        expect([alice, bob, uuid()].map(events.listeners)).toEqual([2, 1, 0]);

        stop();
        expect(events.listeners(alice)).toBe(1);
        forAlice.mockClear();
        alsoForAlice.mockClear();
        events.notify([alice, bob]);
        await vi.waitFor(() => expect(alsoForAlice).toHaveBeenCalled());
        await vi.waitFor(() => expect(forBob).toHaveBeenCalled());
        expect(forAlice).not.toHaveBeenCalled();
      });
    });

    describe('jobs', () => {
      test('run where their transaction was committed, and not where it was taken back', async () => {
        const [alice, bob] = [await account('alice'), await account('bob')];
        const { jobs } = host.ports;
        const mailTo = ({ email }: { email: string }): Job => ({
          name: 'recover-password',
          payload: { email },
        });
        await host.db
          .transaction()
          .execute((trx) => executeTogether(trx, [jobs.enqueue(trx, [mailTo(alice)])]));
        jobs.committed([mailTo(alice)]);
        const taken = host.db.transaction().execute(async (trx) => {
          await executeTogether(trx, [jobs.enqueue(trx, [mailTo(bob)])]);
          throw new Error('changed my mind');
        });
        await expect(taken).rejects.toThrow('changed my mind');
        await host.runJobs();
        const receivers = (await host.mails()).map((mail) => mail.to);
        expect(receivers).toContain(alice.email);
        expect(receivers).not.toContain(bob.email);
      });

      test('are added many at once', async () => {
        const people = await Promise.all(['alice', 'bob', 'carol'].map((name) => account(name)));
        const { jobs } = host.ports;
        const added = people.map(({ email }): Job => ({ name: 'recover-password', payload: { email } }));
        await host.db.transaction().execute((trx) => executeTogether(trx, [jobs.enqueue(trx, added)]));
        jobs.committed(added);
        await host.runJobs();
        const receivers = (await host.mails()).map((mail) => mail.to);
        expect(receivers).toEqual(expect.arrayContaining(people.map(({ email }) => email)));
      });
    });

    describe('documents', () => {
      test('come back as they were, and the same one twice is one', async () => {
        const { media } = host.ports;
        const bytes = new Uint8Array([0, 255, 10, 13, ...new TextEncoder().encode(uuid())]);
        const path = await media.storeDocument(bytes);
        expect(await media.storeDocument(bytes)).toBe(path);
        expect(await media.readDocument(path)).toEqual(bytes);
        for (const unknown of ['0'.repeat(64), '../../etc/passwd', ''])
          expect(await media.readDocument(unknown), unknown).toBeUndefined();
      });
    });

    describe('private files', () => {
      test('are kept in pieces, and deleted together', async () => {
        const { media } = host.ports;
        const [id, other, first, second] = [uuid(), uuid(), uuid(), uuid()];
        await media.storePart(id, first, new Uint8Array([1, 2]));
        await media.storePart(id, second, new Uint8Array([3]));
        await media.storePart(other, first, new Uint8Array([4]));
        expect(await media.readPart(id, first)).toEqual(new Uint8Array([1, 2]));
        await media.deletePart(id, first);
        expect([await media.readPart(id, first), await media.readPart(id, second)]).toEqual([
          undefined,
          new Uint8Array([3]),
        ]);
        await media.deletePrivate(id);
        expect(await media.readPart(id, second)).toBeUndefined();
        expect(await media.readPart(other, first)).toEqual(new Uint8Array([4]));
        await media.deletePrivate(uuid());
      });
    });

    describe('uploads', () => {
      const path = '/api/uploads';
      const base64 = (text: string) => Buffer.from(text).toString('base64');

      /** Uploads in memory, for one user. */
      function createStore() {
        const stored = new Map<string, Upload & { content: number[] }>();
        const store: UploadStore = {
          expiresAfterMs: 60_000,
          async create({ id, bytes, metadata }) {
            if (bytes > 100) throw new Refusal('PAYLOAD_TOO_LARGE', 'too-large', 'Too large.');
            const upload = { id, bytes, metadata, received: 0, createdAt: new Date(), content: [] };
            stored.set(id, upload);
            return upload;
          },
          find: async (id) => stored.get(id),
          async append(id, start, chunks) {
            const upload = stored.get(id);
            if (upload?.received !== start) throw conflict('upload-moved', 'Moved.');
            for await (const chunk of chunks) {
              upload.content.push(...chunk);
              upload.received = upload.content.length;
            }
            return upload.received;
          },
          remove: async (id) => stored.delete(id),
        };
        const call = (
          method: string,
          address: string,
          { headers = {}, body }: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
        ) =>
          host.ports.uploads.handle(
            new Request(new URL(address, 'https://gatherwell.test'), {
              method,
              headers: {
                'tus-resumable': '1.0.0',
                ...(body && {
                  'content-type': 'application/offset+octet-stream',
                  'content-length': String(body.length),
                }),
                ...headers,
              },
              ...(body && { body }),
            }),
            path,
            store,
          );
        const create = (bytes: number, headers = {}, body?: Uint8Array<ArrayBuffer>) =>
          call('POST', path, {
            headers: {
              'upload-length': String(bytes),
              'upload-metadata': `filename ${base64('Grüße.txt')},kind ${base64('file')}`,
              ...headers,
            },
            ...(body && { body }),
          });
        const patch = (address: string, offset: number, ...content: number[]) =>
          call('PATCH', address, {
            headers: { 'upload-offset': String(offset) },
            body: new Uint8Array(content),
          });
        return { stored, call, create, patch };
      }

      const addressOf = (response: Response) => response.headers.get('location') ?? '';

      test('are created, continued and read', async () => {
        const { stored, call, create, patch } = createStore();
        const created = await create(4);
        expect([created.status, created.headers.get('tus-resumable')]).toEqual([201, '1.0.0']);
        expect(Date.parse(created.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
        const address = addressOf(created);
        const [upload] = stored.values();
        expect(address).toBe(`${path}/${upload?.id}`);
        expect(upload?.metadata).toEqual({ filename: 'Grüße.txt', kind: 'file' });

        const half = await patch(address, 0, 1, 2);
        expect([half.status, half.headers.get('upload-offset')]).toEqual([204, '2']);
        const { status, headers } = await call('HEAD', address);
        expect([status, headers.get('upload-offset'), headers.get('upload-length')]).toEqual([200, '2', '4']);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('upload-metadata')).toContain(base64('Grüße.txt'));
        expect((await patch(address, 2, 3, 4)).headers.get('upload-offset')).toBe('4');
        expect(upload?.content).toEqual([1, 2, 3, 4]);
      });

      test('may bring their first bytes with them', async () => {
        const { stored, create } = createStore();
        const created = await create(2, {}, new Uint8Array([7, 8]));
        expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '2']);
        expect([...stored.values()][0]?.content).toEqual([7, 8]);
      });

      test('take bytes at the right place only, and no more than were announced', async () => {
        const { stored, create, patch } = createStore();
        const address = addressOf(await create(3));
        expect((await patch(address, 1, 1)).status).toBe(409);
        expect((await patch(address, 0, 1, 2, 3, 4)).status).toBe(413);
        expect([...stored.values()][0]?.content).toEqual([]);
        await patch(address, 0, 1);
        expect((await patch(address, 0, 1)).status).toBe(409);
      });

      test('are deleted, and unknown ones are a 404', async () => {
        const { call, create, patch } = createStore();
        const address = addressOf(await create(3));
        expect((await call('DELETE', address)).status).toBe(204);
        for (const method of ['HEAD', 'DELETE']) expect((await call(method, address)).status).toBe(404);
        expect((await patch(address, 0, 1)).status).toBe(404);
      });

      test('need the version of the protocol and a length', async () => {
        const { create } = createStore();
        expect((await create(3, { 'tus-resumable': '' })).status).toBe(412);
        expect((await create(3, { 'upload-length': 'many' })).status).toBe(400);
        expect((await create(3, { 'upload-metadata': 'filename %%%' })).status).toBe(400);
      });

      test('reject with the error of the store', async () => {
        const { create } = createStore();
        await expect(create(101)).rejects.toMatchObject({ reason: 'too-large' });
      });
    });

    describe('places', () => {
      test('are found by the beginnings of their words, and name whose data they are', async () => {
        const nowhere = uuid().slice(0, 8);
        const entry = { kind: 'city' as const, code: null, state: 'PA', country: 'US', population: 9 };
        const place = { ...entry, id: `city:${nowhere}`, name: `Q${nowhere}`, latitude: 40, longitude: -75 };
        await host.db
          .insertInto('places')
          .values({ ...place, words: `'q${nowhere}':1 'pa':2` })
          .execute();
        const { places } = host.ports;
        const found = await places.search(host.db, `Q${nowhere}, P`);
        expect(found.places).toMatchObject([{ city: `Q${nowhere}`, state: 'PA', latitude: 40 }]);
        expect(found.credit.link).toMatch(/^https:/);
        expect((await places.search(host.db, nowhere)).places).toEqual([]);
      });
    });

    describe('limits', () => {
      describeLimits(() => host.ports.limits);
    });
  });
}

const truncated = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, Math.floor(bytes.length * 0.6));

function daysBetween(from: number, to: Date | undefined): number {
  return ((to?.getTime() ?? Number.NaN) - from) / (24 * 60 * 60 * 1000);
}
