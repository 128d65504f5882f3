import { Link } from '#src/components/link.tsx';
import { Page } from './page.tsx';

export function TermsScreen() {
  return (
    <Page title="Terms and conditions" lead="The rules that keep Gatherwell useful and safe for everybody.">
      <h2>Who may use Gatherwell</h2>
      <p>
        You must be over 18 to have an account. Organizations are represented by somebody who may speak for
        them. Keep your password to yourself: what is done with your account counts as done by you.
      </p>
      <h2>What you publish</h2>
      <p>
        What you publish stays yours. You allow us to store it and to show it to those for whom it is meant.
        Publish only what is true as far as you know, what is yours to publish, and what harms nobody: no
        hatred, no threats, no fraud, no advertising dressed up as a good cause.
      </p>
      <h2>Between people</h2>
      <p>
        Organizations answer for their events and projects, and for those who take part in them. Gatherwell
        introduces people; it does not vet them. Use the care that you would use with anybody new.
      </p>
      <h2>What we may do</h2>
      <p>
        We may take down what breaks these rules, and close accounts that keep doing so. The service is a
        prototype: it may change, pause or end, and is offered as it is.
      </p>
      <h2>Liability</h2>
      <p>
        As far as the law allows, all that we may owe you in connection with the service is limited to 100 US
        dollars.
      </p>
      <h2>Changes</h2>
      <p>
        Before a change of these terms that matters takes effect, we tell you 30 days ahead. Questions?{' '}
        <Link to="/contact-us">Contact us</Link>.
      </p>
    </Page>
  );
}
