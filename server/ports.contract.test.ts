import { openTestDatabase } from './testing/database.ts';
import { createTestPorts } from './testing/ports.ts';
import { describePorts } from './testing/ports-contract.ts';

describePorts('the ports of tests', async () => {
  const { db, close } = await openTestDatabase();
  const ports = createTestPorts(db);
  ports.enforceLimits();
  return { ports, db, runJobs: ports.runJobs, mails: async () => ports.mailbox, close };
});
