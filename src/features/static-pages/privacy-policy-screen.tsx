import { Link } from '#src/components/link.tsx';
import { Page } from './page.tsx';

export function PrivacyPolicyScreen() {
  return (
    <Page title="Privacy policy" lead="What we store about you, why, who can see it, and how to delete it.">
      <h2>What we store</h2>
      <ul>
        <li>Your email address and a one-way hash of your password, so that you can sign in.</li>
        <li>
          What you add to your profile: your name, your picture, where you live, the causes you care about.
        </li>
        <li>
          What you do here: what you publish, who you follow, what you like, are interested in or go to.
        </li>
        <li>
          A technical log of requests, without email addresses, passwords or anything you wrote, to find
          errors and stop abuse.
        </li>
      </ul>
      <h2>Who can see it</h2>
      <ul>
        <li>Organizations are public: anyone can see their profiles and published posts.</li>
        <li>Others can see an individual’s name and picture, unless that person chooses not to be found.</li>
        <li>
          Your date of birth, gender, race, children, phone number and street are never shown to others and
          never appear in a list, search or export.
        </li>
        <li>An organization sees who reacts to its posts, as far as those people allow it.</li>
        <li>
          An organization may keep notes and tags about people it can find. No one else sees them, and they
          are deleted with your account.
        </li>
      </ul>
      <h2>On your device</h2>
      <p>
        So that Gatherwell opens quickly, even offline, what you see here is also stored in your browser.
        Signing out deletes it. We use cookies only to keep you signed in and to recognize this device when
        you sign in again. There are no third-party cookies.
      </p>
      <p>
        Browsers take a while to erase deleted data from the disk. Until then, someone with access to the
        files on this device may find traces of it. On a shared device, use a private window: it stores
        nothing on the disk.
      </p>
      <h2>Sharing and selling</h2>
      <p>
        We don’t sell your data, and we don’t show advertising. We share data only when you ask us to, when
        the law requires it, or with providers that store it for us under the same rules.
      </p>
      <h2>Your choices</h2>
      <p>
        You can see and change your profile at any time. To delete your account and everything in it, or to
        get a copy of your data, <Link to="/contact-us">write to us</Link>.
      </p>
    </Page>
  );
}
