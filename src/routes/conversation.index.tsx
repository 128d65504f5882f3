import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/conversation/')({
  beforeLoad: () => {
    throw redirect({ to: '/conversation/all', replace: true });
  },
});
