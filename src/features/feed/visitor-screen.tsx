import { HandHeart, type LucideIcon, Search, Star } from 'lucide-react';
import { Card } from '#src/components/card.tsx';
import { ButtonLink, Link } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';
import { Gathering } from './gathering.tsx';
import { NewestPosts } from './newest-posts.tsx';
import { texts } from './visitor-screen.texts.ts';

const reasons: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Search,
    title: texts.visitorScreen.find,
    text: texts.visitorScreen.findText,
  },
  {
    icon: HandHeart,
    title: texts.visitorScreen.joinIn,
    text: texts.visitorScreen.joinInText,
  },
  {
    icon: Star,
    title: texts.visitorScreen.results,
    text: texts.visitorScreen.resultsText,
  },
];

/** Introduces the product to visitors: a few words and the newest public posts. */
export function VisitorScreen() {
  return (
    <div className="flex flex-col gap-8 sm:gap-12">
      <Title>{texts.visitorScreen.welcome}</Title>
      <Welcome />
      <div className="mx-auto flex w-full max-w-reading justify-center gap-8 lg:max-w-none">
        <section aria-labelledby="newest" className="flex min-w-0 max-w-reading flex-1 flex-col gap-4">
          <h2 id="newest" className="font-bold text-xl">
            {texts.visitorScreen.whatIsHappening}
          </h2>
          <NewestPosts />
        </section>
        <aside
          aria-label={texts.visitorScreen.join}
          className="sticky top-22 hidden w-80 shrink-0 self-start pt-11 lg:block"
        >
          <Join />
        </aside>
      </div>
    </div>
  );
}

function Welcome() {
  return (
    <section className="relative overflow-hidden rounded-2xl bg-brand-soft px-5 py-8 sm:px-10 sm:py-14">
      <Gathering className="absolute top-8 right-4 hidden w-[24rem] lg:block xl:right-10 xl:w-[27rem]" />
      <div className="relative flex max-w-xl flex-col items-start gap-5">
        <h1 className="wrap-anywhere hyphens-auto text-balance font-bold text-3xl sm:text-[2.75rem] sm:leading-[1.1] sm:tracking-[-0.03em]">
          {texts.visitorScreen.headline}
        </h1>
        <p className="max-w-lg text-pretty text-lg">{texts.visitorScreen.introduction}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/user/sign-up" size="lg">
            {texts.visitorScreen.joinGatherwell}
          </ButtonLink>
          <ButtonLink to="/user/sign-in" search={{}} size="lg" variant="secondary">
            {texts.visitorScreen.signIn}
          </ButtonLink>
        </div>
      </div>
      <ul className="relative mt-7 grid gap-3.5 sm:mt-12 sm:grid-cols-3 sm:gap-8">
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3 sm:flex-col">
            <Icon aria-hidden className="size-6 shrink-0 text-brand-ink" />
            <div className="flex flex-col gap-0.5">
              <p className="font-semibold">{title}</p>
              <p className="hidden text-pretty text-sm sm:block">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Join() {
  return (
    <Card as="section" aria-labelledby="join" className="flex flex-col items-start gap-3">
      <h2 id="join" className="font-semibold text-lg">
        {texts.visitorScreen.takePart}
      </h2>
      <p className="text-pretty text-muted text-sm">{texts.visitorScreen.whyJoin}</p>
      <ButtonLink to="/user/sign-up" block>
        {texts.visitorScreen.createAnAccount}
      </ButtonLink>
      <p className="self-center text-sm">
        {texts.visitorScreen.beenHereBefore}{' '}
        <Link to="/user/sign-in" search={{}}>
          {texts.visitorScreen.signIn}
        </Link>
      </p>
    </Card>
  );
}
