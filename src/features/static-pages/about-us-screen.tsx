import { ButtonLink } from '#src/components/link.tsx';
import { texts } from './about-us.texts.ts';
import { Page } from './page.tsx';

export function AboutUsScreen() {
  return (
    <Page title={texts.aboutUs} lead={texts.lead}>
      <p>{texts.why}</p>
      <h2>{texts.forIndividuals}</h2>
      <p>{texts.individuals}</p>
      <h2>{texts.forOrganizations}</h2>
      <p>{texts.organizations}</p>
      <h2>{texts.aPrototype}</h2>
      <p>{texts.prototype}</p>
      <div>
        <ButtonLink to="/contact-us" variant="secondary">
          {texts.contactUs}
        </ButtonLink>
      </div>
    </Page>
  );
}
