import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { Select } from '#src/components/select.tsx';
import { type NearPlace, offeredKilometers, unplaced } from '#src/lib/near.ts';
import { usualKilometers } from '#src/lib/usual-distance.ts';
import { texts } from './near-fields.texts.ts';
import { PlaceField } from './place-field.tsx';
import { useUser } from './session.ts';

interface NearFieldsProps {
  value: NearPlace | undefined;
  onValueChange: (near: NearPlace | typeof unplaced | undefined) => void;
}

const anyDistance = 'any';

/** How long the device may take to find out where it is, and how old what it found may be, in milliseconds. */
const locating = { timeout: 10_000, maximumAge: 10 * 60_000 };

/** Around where, and how far: a place that is typed and chosen, where the device is, or else the account's address. */
export function NearFields({ value, onValueChange }: NearFieldsProps) {
  const user = useUser();
  const label = value?.at?.label ?? '';
  const [typed, setTyped] = useState(label);
  const [followed, setFollowed] = useState(label);
  const [isLeft, setIsLeft] = useState(false);
  const [isLocating, setIsLocating] = useState(false);
  const [problem, setProblem] = useState<string>();
  // What is chosen may change from outside: filters are reset, or Back is pressed.
  if (label !== followed) {
    setFollowed(label);
    setTyped(label);
  }
  const [far, setFar] = useState<number>();
  const kilometers = value?.kilometers ?? far;
  const isUnplaced = typed.trim() !== '' && !value?.at;

  function place(at: NonNullable<NearPlace['at']>) {
    setTyped(at.label);
    setFollowed(at.label);
    setProblem(undefined);
    onValueChange({ kilometers: kilometers ?? usualKilometers, at });
  }

  function type(text: string) {
    setTyped(text);
    setFollowed('');
    setFar(kilometers);
    setIsLeft(false);
    setProblem(undefined);
    // What is typed by hand is somewhere else than what was chosen.
    if (text.trim() !== '') onValueChange(unplaced);
    else onValueChange(user && kilometers !== undefined ? { kilometers } : undefined);
  }

  function choose(chosen: string) {
    const next = chosen === anyDistance ? undefined : Number(chosen);
    setFar(next);
    if (next === undefined) setTyped('');
    onValueChange(
      next === undefined ? undefined : isUnplaced ? unplaced : { kilometers: next, at: value?.at },
    );
  }

  function locate() {
    setIsLocating(true);
    setProblem(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsLocating(false);
        // To about a kilometre: that is near enough.
        const [latitude = 0, longitude = 0] = [coords.latitude, coords.longitude].map(
          (degrees) => Math.round(degrees * 100) / 100,
        );
        place({ latitude, longitude, label: texts.myLocation });
      },
      () => {
        setIsLocating(false);
        setProblem(texts.locationNotShared);
      },
      locating,
    );
  }

  return (
    <div className="flex flex-col gap-2.5">
      <PlaceField
        label={texts.near}
        placeholder={user ? texts.ownAddress : texts.cityOrZipCode}
        value={typed}
        onValueChange={type}
        onBlur={() => setIsLeft(true)}
        error={problem ?? (isUnplaced && isLeft ? texts.chooseAPlace : undefined)}
        onSelect={({ label: chosen, latitude, longitude }) =>
          place({ latitude, longitude, label: chosen.slice(0, 200) })
        }
      />
      <Button variant="quiet" size="sm" className="-ml-3 self-start" loading={isLocating} onClick={locate}>
        <LocateFixed aria-hidden />
        {texts.locateMe}
      </Button>
      <Select
        label={texts.distance}
        options={[
          { value: anyDistance, label: texts.anyDistance },
          ...offeredKilometers.map((far) => ({ value: String(far), label: texts.within(far) })),
        ]}
        value={kilometers === undefined ? anyDistance : String(kilometers)}
        disabled={!user && !value?.at}
        onValueChange={choose}
      />
    </div>
  );
}
