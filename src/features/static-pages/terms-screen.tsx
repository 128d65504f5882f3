import { Link } from '#src/components/link.tsx';
import { Page } from './page.tsx';

export function TermsScreen() {
  return (
    <Page title="Terms and conditions" lead="The rules that keep Gatherwell useful and safe for everyone.">
      <h2>Who may use Gatherwell</h2>
      <p>
        You must be over 18 to have an account. Whoever signs up an organization must be allowed to speak for
        it. Keep your password to yourself: you are responsible for what is done with your account.
      </p>
      <h2>What you publish</h2>
      <p>
        What you publish stays yours. You allow us to store it and to show it to the people it is meant for.
        Publish only what you believe to be true, what you have the right to publish, and what harms no one:
        no hate, no threats, no fraud, no advertising disguised as a good cause.
      </p>
      <h2>Between people</h2>
      <p>
        Organizations are responsible for their events and projects, and for the people who take part in them.
        Gatherwell introduces people; it does not vet them. Take the same care you would with anyone you don’t
        know.
      </p>
      <h2>What we may do</h2>
      <p>
        We may take down content that breaks these rules, and close accounts that keep breaking them. The
        service is a prototype: it may change, pause or end, and is offered as is.
      </p>
      <h2>Liability</h2>
      <p>
        As far as the law allows, our total liability to you in connection with the service is limited to 100
        US dollars.
      </p>
      <h2>Changes</h2>
      <p>
        We will let you know 30 days before any material change to these terms takes effect. Questions?{' '}
        <Link to="/contact-us">Contact us</Link>.
      </p>
    </Page>
  );
}
