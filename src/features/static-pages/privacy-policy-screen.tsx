import { Link } from '#src/components/link.tsx';
import { Page } from './page.tsx';

export function PrivacyPolicyScreen() {
  return (
    <Page title="Privacy policy" lead="What we keep about you, why, who sees it, and how you get rid of it.">
      <h2>What we keep</h2>
      <ul>
        <li>Your email address and a one-way hash of your password, so that you can sign in.</li>
        <li>
          What you write in your profile: your name, your picture, where you live, the causes you care about.
        </li>
        <li>
          What you do here: what you publish, whom you follow, what you like, are interested in or go to.
        </li>
        <li>
          A technical log of requests, without email addresses, passwords or anything that you wrote, to find
          faults and stop abuse.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <ul>
        <li>Organizations are public: their profile and their published posts can be read by anyone.</li>
        <li>An individual’s name and picture can be seen by others, unless they choose not to be found.</li>
        <li>
          Date of birth, gender, race, children, phone number and street are never shown to others, and are in
          no list, search or export.
        </li>
        <li>An organization sees who reacts to its posts, within what those people allow.</li>
        <li>
          An organization may keep notes and tags about people whom it can find. Nobody else sees them, and
          they are deleted with your account.
        </li>
      </ul>
      <h2>On your device</h2>
      <p>
        So that the product opens quickly and without a network, your feed and your notifications are also
        kept in your browser. Signing out deletes them. One cookie keeps you signed in; there are no others,
        and nobody else’s.
      </p>
      <p>
        Browsers remove deleted data from their files in their own time. Until then, somebody who can open the
        files of this device may find traces of it. On a device that you share, use a private window: it keeps
        nothing on the disk.
      </p>
      <h2>Sharing and selling</h2>
      <p>
        We do not sell anything about you and show no advertising. We hand data to others only where you ask
        for it, where the law leaves us no choice, or where somebody stores it for us under the same promises.
      </p>
      <h2>Your choices</h2>
      <p>
        You can see and change your profile at any time. To have your account and everything in it deleted, or
        to get a copy of it, <Link to="/contact-us">write to us</Link>.
      </p>
    </Page>
  );
}
