import { parseArgs } from 'node:util';
import { command, Problem } from '../problem.ts';
import { startStandIn } from './stand-in.ts';

/** `npm run networks`: the stand-in alone, with the settings that point a server at it. */
await command(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4000' } } });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Problem('--port must be a whole number from 0 to 65535.');
  const standIn = await startStandIn(port);
  console.log(`The stand-in networks are at ${standIn.url}. Start a server with:`);
  for (const [name, value] of Object.entries(standIn.environment)) console.log(`${name}=${value}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standIn.close());
});
