import { runOperatorCommand } from './operator-command.ts';
import { command } from './problem.ts';

/** Runs a command of the operator on the server's database. */
await command(async () => {
  const { argv, env, stdin, stderr } = process;
  const { output, exitCode } = await runOperatorCommand({ args: argv.slice(2), env, stdin, stderr });
  console.log(output);
  process.exitCode = exitCode;
});
