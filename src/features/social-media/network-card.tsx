import { useState } from 'react';
import { isolate } from '#server/isolate.schema.ts';
import {
  type NetworkOverview,
  networkLabels,
  socialMediaMessages,
} from '#server/social-media/social-media.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card, CardHeader } from '#src/components/card.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { ExternalLink } from '#src/components/link.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { toast } from '#src/components/toast.ts';
import { FacebookPage } from './facebook-page.tsx';
import { returnAddress } from './use-returned-login.ts';

type NetworkName = NetworkOverview['socialMedia'];

interface NetworkCardProps {
  network: NetworkOverview;
  /** While a login that has come back is being finished. */
  isConnecting: boolean;
}

/** One network: whether it is connected, and to which account. */
export function NetworkCard({ network, isConnecting }: NetworkCardProps) {
  const { socialMedia, isAvailable, connection } = network;
  const label = networkLabels[socialMedia];
  const login = useLogin(socialMedia);
  const connectButton = (text: string) => (
    <Button
      size="sm"
      loading={login.isPending}
      disabled={isConnecting}
      aria-label={`${text} ${label}`}
      onClick={() => void login.begin()}
    >
      {text}
    </Button>
  );
  return (
    <Card as="section" aria-label={label}>
      <CardHeader title={label} action={connection && <State isBroken={connection.needsReconnecting} />} />
      {connection ? (
        <div className="flex flex-col gap-4">
          <Account connection={connection} />
          {connection.needsReconnecting && isAvailable && (
            <p className="text-pretty text-sm">
              {label} no longer accepts this connection. Reconnect to keep using the account.
            </p>
          )}
          {connection.isEnding && isAvailable && (
            <p className="text-pretty text-sm">
              This connection expires before your next scheduled post. Reconnect so it can be shared on{' '}
              {label}.
            </p>
          )}
          {connection.selectedPage && isAvailable && !connection.needsReconnecting && (
            <FacebookPage selected={connection.selectedPage} />
          )}
          <div className="flex flex-wrap gap-2">
            {isAvailable &&
              (connection.needsReconnecting || connection.isEnding) &&
              connectButton('Reconnect')}
            <DisconnectButton socialMedia={socialMedia} />
          </div>
        </div>
      ) : isAvailable ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-sm">Not connected.</p>
          {connectButton('Connect')}
        </div>
      ) : (
        <p className="text-muted text-sm">Not available on this installation.</p>
      )}
    </Card>
  );
}

const State = ({ isBroken }: { isBroken: boolean }) =>
  isBroken ? <Badge tone="danger">Reconnect</Badge> : <Badge tone="success">Connected</Badge>;

function Account({ connection }: { connection: NonNullable<NetworkOverview['connection']> }) {
  const { name, handle, link, connectedAt } = connection;
  const shown = handle === null ? name : `${isolate(name)} (@${handle})`;
  return (
    <p className="wrap-anywhere">
      {link === null ? <strong>{shown}</strong> : <ExternalLink href={link}>{shown}</ExternalLink>}
      <span className="block text-muted text-sm">
        Connected <RelativeTime time={connectedAt} />
      </span>
    </p>
  );
}

/** Leaves for the network, where the organization signs in. */
function useLogin(socialMedia: NetworkName) {
  const [isLeaving, setIsLeaving] = useState(false);
  const mutation = trpc.socialMedia.begin.useMutation();
  return {
    isPending: mutation.isPending || isLeaving,
    async begin() {
      try {
        const { url } = await mutation.mutateAsync({ socialMedia, redirectURL: returnAddress() });
        setIsLeaving(true);
        location.assign(url);
      } catch (error) {
        toast.failed(failureOf(error).message, { title: 'Failed' });
      }
    },
  };
}

function DisconnectButton({ socialMedia }: { socialMedia: NetworkName }) {
  const [isAsking, setIsAsking] = useState(false);
  const facebook = trpc.socialMedia.facebookDisconnect.useMutation();
  const twitter = trpc.socialMedia.twitterDisconnect.useMutation();
  const linkedIn = trpc.socialMedia.linkedInDisconnect.useMutation();
  const mutation = { facebook, twitter, 'linked-in': linkedIn }[socialMedia];
  const label = networkLabels[socialMedia];
  return (
    <>
      <Button
        variant="danger-quiet"
        size="sm"
        aria-label={`Disconnect ${label}`}
        onClick={() => setIsAsking(true)}
      >
        Disconnect
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Disconnect ${label}?`}
        description={`Gatherwell will no longer have access to your ${label} account.`}
        confirmLabel="Disconnect"
        onConfirm={async () => {
          try {
            await mutation.mutateAsync();
          } catch (error) {
            toast.failed(failureOf(error).message, { title: 'Failed' });
            throw error;
          }
          toast.success(socialMediaMessages[socialMedia].disconnected);
          await utils.socialMedia.invalidate();
        }}
      />
    </>
  );
}
