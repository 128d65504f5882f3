import { v7 as uuid } from 'uuid';
import { expect, test, vi } from 'vitest';
import type { SharedDoorbell } from '../ports/doorbell.ts';

/** Milliseconds that a notification may take on a busy machine. */
const patient = { timeout: 10_000 };

/** What holds for doorbells between processes. `open` resolves to that of another process, which listens. */
export function describeDoorbell(open: () => Promise<SharedDoorbell>): void {
  test('notifies every other process, and its own once', async () => {
    const [one, two, three] = [await open(), await open(), await open()];
    const alice = uuid();
    const [own, second, third, nobody] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    one.listen(alice, own);
    two.listen(alice, second);
    three.listen(alice, third);
    three.listen(uuid(), nobody);
    one.notify([alice]);
    expect(own).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(second).toHaveBeenCalledOnce(), patient);
    await vi.waitFor(() => expect(third).toHaveBeenCalledOnce(), patient);
    expect(own).toHaveBeenCalledOnce();
    expect(nobody).not.toHaveBeenCalled();
  });

  test('notifies more users than one notification holds', async () => {
    const [one, two] = [await open(), await open()];
    const people = Array.from({ length: 5_000 }, () => uuid());
    const heard = vi.fn();
    for (const person of people) two.listen(person, heard);
    one.notify(people);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(people.length), patient);
  });

  test('the last notifications are sent before the doorbell closes', async () => {
    const [one, two] = [await open(), await open()];
    const alice = uuid();
    const heard = vi.fn();
    two.listen(alice, heard);
    one.notify([alice]);
    await one.close();
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), patient);
  });
}
