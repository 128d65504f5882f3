import { runOperatorCommand } from './operator-command.ts';
import { command } from './problem.ts';

/** Work for whoever runs the server, on its database. */
await command(async () => {
  const { argv, env, stdin, stderr } = process;
  const { output, exitCode } = await runOperatorCommand({ args: argv.slice(2), env, stdin, stderr });
  console.log(output);
  process.exitCode = exitCode;
});
