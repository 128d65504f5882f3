import { Link } from '#src/components/link.tsx';
import { fill } from '#src/lib/fill.ts';
import { Page } from './page.tsx';
import { texts } from './privacy-policy.texts.ts';

export function PrivacyPolicyScreen() {
  const { stored, seen, device, sharing, choices } = texts;
  return (
    <Page title={texts.privacyPolicy} lead={texts.lead}>
      <h2>{stored.heading}</h2>
      <ul>
        <li>{stored.account}</li>
        <li>{stored.profile}</li>
        <li>{stored.deeds}</li>
        <li>{stored.log}</li>
      </ul>
      <h2>{seen.heading}</h2>
      <ul>
        <li>{seen.organizations}</li>
        <li>{seen.individuals}</li>
        <li>{seen.never}</li>
        <li>{seen.reactions}</li>
        <li>{seen.notes}</li>
      </ul>
      <h2>{device.heading}</h2>
      <p>{device.stored}</p>
      <p>{device.traces}</p>
      <h2>{sharing.heading}</h2>
      <p>{sharing.text}</p>
      <h2>{choices.heading}</h2>
      <p>{fill(choices.text, { writeToUs: <Link to="/contact-us">{choices.writeToUs}</Link> })}</p>
    </Page>
  );
}
