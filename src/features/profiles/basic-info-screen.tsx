import { trpc } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { texts } from './basic-info.texts.ts';
import { IndividualForm } from './individual-form.tsx';
import { askedOnce, Loaded } from './loaded.tsx';
import { OrganizationForm } from './organization-form.tsx';
import type { StepPath } from './steps.ts';

/** One's own basic information: a step of completing the profile, or a setting. */
export function BasicInfoScreen({ step }: { step?: StepPath }) {
  const user = useUser();
  const query = trpc.profiles.basicInfo.useQuery(
    { id: user?._id ?? '' },
    { ...askedOnce, enabled: user !== undefined },
  );
  return (
    <Loaded query={query} label={texts.basicInfo.loadingYourBasicInformation}>
      {(info) => {
        if (info.userType === 'organization') return <OrganizationForm info={info} step={step} />;
        return 'dateOfBirth' in info ? <IndividualForm info={info} step={step} /> : null;
      }}
    </Loaded>
  );
}
