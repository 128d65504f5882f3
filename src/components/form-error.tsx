import { TriangleAlert } from 'lucide-react';

/** Why a form was not accepted, above its button; read out when it appears. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message && (
        <p className="flex items-start gap-2.5 rounded-md bg-danger-soft px-4 py-3 text-danger-ink text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          {message}
        </p>
      )}
    </div>
  );
}
