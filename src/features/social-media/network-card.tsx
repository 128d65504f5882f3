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
import { fill } from '#src/lib/fill.ts';
import { FacebookPage } from './facebook-page.tsx';
import { texts } from './texts.ts';
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
  const connectButton = (text: string, spoken: string) => (
    <Button
      size="sm"
      loading={login.isPending}
      disabled={isConnecting}
      aria-label={spoken}
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
            <p className="text-pretty text-sm">{texts.networkCard.noLongerAccepted(label)}</p>
          )}
          {connection.isEnding && isAvailable && (
            <p className="text-pretty text-sm">{texts.networkCard.expiresTooEarly(label)}</p>
          )}
          {connection.selectedPage && isAvailable && !connection.needsReconnecting && (
            <FacebookPage selected={connection.selectedPage} />
          )}
          <div className="flex flex-wrap gap-2">
            {isAvailable &&
              (connection.needsReconnecting || connection.isEnding) &&
              connectButton(texts.networkCard.reconnect, texts.networkCard.reconnectTo(label))}
            <DisconnectButton socialMedia={socialMedia} />
          </div>
        </div>
      ) : isAvailable ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-sm">{texts.networkCard.notConnected}</p>
          {connectButton(texts.networkCard.connect, texts.networkCard.connectTo(label))}
        </div>
      ) : (
        <p className="text-muted text-sm">{texts.networkCard.notAvailable}</p>
      )}
    </Card>
  );
}

const State = ({ isBroken }: { isBroken: boolean }) =>
  isBroken ? (
    <Badge tone="danger">{texts.networkCard.reconnect}</Badge>
  ) : (
    <Badge tone="success">{texts.networkCard.connected}</Badge>
  );

function Account({ connection }: { connection: NonNullable<NetworkOverview['connection']> }) {
  const { name, handle, link, connectedAt } = connection;
  const shown = handle === null ? name : `${isolate(name)} (@${handle})`;
  return (
    <p className="wrap-anywhere">
      {link === null ? <strong>{shown}</strong> : <ExternalLink href={link}>{shown}</ExternalLink>}
      <span className="block text-muted text-sm">
        {fill(texts.networkCard.connectedAt, { time: <RelativeTime time={connectedAt} /> })}
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
        toast.failed(failureOf(error).message, { title: texts.failed });
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
        aria-label={texts.networkCard.disconnectFrom(label)}
        onClick={() => setIsAsking(true)}
      >
        {texts.networkCard.disconnect}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={texts.networkCard.disconnectQuestion(label)}
        description={texts.networkCard.disconnectHint(label)}
        confirmLabel={texts.networkCard.disconnect}
        onConfirm={async () => {
          try {
            await mutation.mutateAsync();
          } catch (error) {
            toast.failed(failureOf(error).message, { title: texts.failed });
            throw error;
          }
          toast.success(socialMediaMessages[socialMedia].disconnected);
          await utils.socialMedia.invalidate();
        }}
      />
    </>
  );
}
