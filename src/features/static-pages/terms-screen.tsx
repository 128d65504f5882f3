import { Link } from '#src/components/link.tsx';
import { fill } from '#src/lib/fill.ts';
import { Page } from './page.tsx';
import { texts } from './terms.texts.ts';

export function TermsScreen() {
  const { users, content, people, measures, liability, changes } = texts;
  return (
    <Page title={texts.termsAndConditions} lead={texts.lead}>
      <h2>{users.heading}</h2>
      <p>{users.text}</p>
      <h2>{content.heading}</h2>
      <p>{content.text}</p>
      <h2>{people.heading}</h2>
      <p>{people.text}</p>
      <h2>{measures.heading}</h2>
      <p>{measures.text}</p>
      <h2>{liability.heading}</h2>
      <p>{liability.text}</p>
      <h2>{changes.heading}</h2>
      <p>{fill(changes.text, { contactUs: <Link to="/contact-us">{changes.contactUs}</Link> })}</p>
    </Page>
  );
}
