import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/community/requests/')({
  beforeLoad: () => {
    throw redirect({
      to: '/community/requests/$requestType',
      params: { requestType: 'received' },
      replace: true,
    });
  },
});
