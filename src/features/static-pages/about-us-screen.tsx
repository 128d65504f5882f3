import { ButtonLink } from '#src/components/link.tsx';
import { Page } from './page.tsx';

export function AboutUsScreen() {
  return (
    <Page title="About us" lead="Gatherwell brings neighbours and nonprofits together.">
      <p>
        Most people would gladly give an afternoon to their community. Most nonprofits would gladly have them.
        What is missing is often only the moment in which the two hear of each other. Gatherwell is made for
        that moment.
      </p>
      <h2>For individuals</h2>
      <p>
        Follow the organizations that you care about and see what they are doing in one calm feed: events to
        go to, projects to join, things that are needed, causes to speak up for. Join interested or going, and
        the organization knows at once.
      </p>
      <h2>For organizations</h2>
      <p>
        Publish an event, a project, a call for volunteers or for goods, an advocacy campaign, or simply some
        news. The people who follow you see it, and you see who wants to take part.
      </p>
      <h2>A prototype, in the open</h2>
      <p>
        Gatherwell is in beta: we try things with the people who use them, and change what does not help.
        There is no advertising, and nothing about you is for sale. If something is wrong or missing, tell us.
      </p>
      <div>
        <ButtonLink to="/contact-us" variant="secondary">
          Contact us
        </ButtonLink>
      </div>
    </Page>
  );
}
