import {
  Bell,
  Building2,
  Check,
  Coins,
  EllipsisVertical,
  Heart,
  Inbox,
  MapPin,
  MessageCircle,
  Pencil,
  Search,
  Settings,
  Share2,
  Trash2,
  User,
  UserPlus,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { PostType } from '#server/posts/post-rules.schema.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Badge, CountBadge } from '#src/components/badge.tsx';
import { Button, IconButton } from '#src/components/button.tsx';
import { Card, CardHeader } from '#src/components/card.tsx';
import { Checkbox } from '#src/components/checkbox.tsx';
import { Combobox } from '#src/components/combobox.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { CopyField } from '#src/components/copy-field.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { FileButton } from '#src/components/file-button.tsx';
import { ImagePicker } from '#src/components/image-picker.tsx';
import { ButtonLink, ExternalLink, Link } from '#src/components/link.tsx';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { Logo } from '#src/components/logo.tsx';
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '#src/components/menu.tsx';
import { MultiSelect } from '#src/components/multi-select.tsx';
import { OfflineBanner } from '#src/components/offline-banner.tsx';
import { Pager, pagesAround } from '#src/components/pager.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#src/components/popover.tsx';
import { Progress } from '#src/components/progress.tsx';
import { RadioCards } from '#src/components/radio-cards.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { Select } from '#src/components/select.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { Switch } from '#src/components/switch.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#src/components/tabs.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { ThemeSwitch } from '#src/components/theme-switch.tsx';
import { toast } from '#src/components/toast.ts';
import { Toaster } from '#src/components/toaster.tsx';
import { Tooltip } from '#src/components/tooltip.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { postTypes } from '#src/entities/post-type.ts';
import { PostTypeBadge } from '#src/entities/post-type-badge.tsx';
import { UserTypeBadge } from '#src/entities/user-type-badge.tsx';

const DateField = lazy(() =>
  import('#src/components/date-field.tsx').then((file) => ({ default: file.DateField })),
);
const TimeField = lazy(() =>
  import('#src/components/time-field.tsx').then((file) => ({ default: file.TimeField })),
);
const DateTimeField = lazy(() =>
  import('#src/components/date-time-field.tsx').then((file) => ({ default: file.DateTimeField })),
);

const opened = new Date();

const types = Object.keys(postTypes) as PostType[];

const impactAreas = [
  'Animals',
  'Arts and Culture',
  'Children and Youth',
  'Education',
  'Environment',
  'Food and Hunger',
  'Health',
  'Housing',
  'Refugees',
  'Seniors',
].map((label) => ({ value: label.toLowerCase().replaceAll(' ', '-'), label }));

const people = [
  { id: '0198-alice', label: 'Alice Moreno' },
  { id: '0198-bob', label: 'Bob Lindqvist' },
  { id: '0198-carol', label: 'Carol Adeyemi' },
  { id: '0198-dan', label: 'Dan O’Reilly' },
  { id: '0198-eve', label: 'Eve' },
];

const organizations = [
  { id: '0199-pantry', label: 'Riverside Food Pantry' },
  { id: '0199-shelter', label: 'Harbor Light Shelter' },
  { id: '0199-garden', label: 'St. Anne’s Community Garden' },
];

const swatches = [
  ['bg-canvas', 'bg-surface', 'bg-raised', 'bg-sunken', 'bg-line', 'bg-line-strong', 'bg-muted', 'bg-ink'],
  [
    'bg-brand',
    'bg-brand-hover',
    'bg-brand-soft',
    'bg-accent',
    'bg-accent-soft',
    'bg-danger',
    'bg-danger-soft',
    'bg-success-soft',
  ],
];

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5 border-line border-t pt-6">
      <h2 className="font-semibold text-xl">{title}</h2>
      {children}
    </section>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-6 md:grid-cols-2">{children}</div>;
}

function PeopleSearch({ label }: { label: string }) {
  const [text, setText] = useState('');
  const found = (list: typeof people) =>
    list.filter((one) => one.label.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Combobox
      label={label}
      placeholder="Search by name"
      icon={<Search />}
      inputValue={text}
      onInputValueChange={setText}
      hint={text.trim().length < 3 ? 'Type at least 3 letter' : undefined}
      groups={[
        { heading: 'INDIVIDUALS', options: found(people) },
        { heading: 'ORGANIZATIONS', options: found(organizations) },
      ]}
      onSelect={(option) => {
        setText(option.label);
        toast.success(`${option.label} chosen`);
      }}
      onSubmit={(typed) => toast.success(`Searching for ${typed}`)}
      renderOption={(option) => (
        <>
          <Avatar
            id={option.id}
            name={option.label}
            size="sm"
            shape={option.id.startsWith('0199') ? 'square' : 'circle'}
          />
          <span className="truncate">{option.label}</span>
        </>
      )}
    />
  );
}

function Fields() {
  const [area, setArea] = useState<string | null>(null);
  const [areas, setAreas] = useState<string[]>(['education', 'food-and-hunger']);
  const [kind, setKind] = useState<'individual' | 'organization' | null>('individual');
  const [day, setDay] = useState<string | null>('2026-03-03');
  const [birth, setBirth] = useState<string | null>(null);
  const [time, setTime] = useState<string | null>('16:05');
  const [start, setStart] = useState<string | null>('2026-03-03T16:05');
  const [file, setFile] = useState<File | null>(null);
  const [face, setFace] = useState<File | null>(null);
  return (
    <>
      <Section title="Fields">
        <Columns>
          <TextField
            label="Organization name"
            required
            help="As people know it."
            autoComplete="organization"
          />
          <TextField
            label="Email"
            type="email"
            defaultValue="alice@example"
            error="'alice@example' is not a valid email"
          />
          <TextField label="Place" icon={<MapPin />} placeholder="Town or ZIP code" />
          <PasswordField label="Password" defaultValue="church hall" autoComplete="current-password" />
          <TextField label="Not yours to change" defaultValue="Riverside Food Pantry" disabled />
          <TextField label="Only to read" defaultValue="https://gatherwell.example/o/riverside" readOnly />
          <CopyField label="Address" value="https://gatherwell.example/o/riverside" />
          <Textarea
            label="Description"
            placeholder="What is it about?"
            help="Links and @names are recognised."
          />
          <Textarea label="Message" defaultValue="" error="Message can not be blank" />
        </Columns>
      </Section>
      <Section title="Choosing">
        <Columns>
          <Select label="Impact area" options={impactAreas} value={area} onValueChange={setArea} />
          <Select
            label="Impact area, refused"
            options={impactAreas}
            value={null}
            onValueChange={setArea}
            error="This field is required"
          />
          <MultiSelect
            label="Impact areas"
            options={impactAreas}
            value={areas}
            onValueChange={setAreas}
            help="Any number."
          />
          <PeopleSearch label="People and organizations" />
          <RadioCards
            label="I am here as"
            className="md:col-span-2"
            value={kind}
            onValueChange={setKind}
            options={[
              {
                value: 'individual',
                label: 'Individual',
                help: 'Follow organizations, volunteer, endorse and share.',
                icon: <User />,
              },
              {
                value: 'organization',
                label: 'Organization',
                help: 'Publish opportunities and gather supporters.',
                icon: <Building2 />,
              },
            ]}
          />
          <div>
            <Checkbox label="Keep me up to date by e-mail" defaultChecked />
            <Checkbox label="Select all" checked="indeterminate" help="3 of 12 selected" />
            <Checkbox label="I have read the terms" error="This field is required" />
            <Checkbox label="Not available" disabled />
          </div>
          <div className="flex flex-col gap-1">
            <Switch label="Show Only Top Need" defaultChecked />
            <Switch label="Public calendar" help="Anyone can see what you are going to." />
            <Switch label="Not available" disabled />
          </div>
        </Columns>
      </Section>
      <Section title="Dates and times">
        <Suspense fallback={<Spinner label="Loading" />}>
          <Columns>
            <DateField label="Day" value={day} onValueChange={setDay} />
            <DateField
              label="Date of birth"
              value={birth}
              onValueChange={setBirth}
              calendar={false}
              error="Invalid date"
            />
            <TimeField label="Time" value={time} onValueChange={setTime} />
            <DateTimeField label="Starts" value={start} onValueChange={setStart} help="Eastern Time" />
            <DateField label="Not available" value={null} onValueChange={setDay} disabled />
          </Columns>
        </Suspense>
      </Section>
      <Section title="Files and pictures">
        <Columns>
          <ImagePicker label="Cover picture" file={file} onFileChange={setFile} help="Best at 16 by 9." />
          <div className="flex flex-col gap-6">
            <ImagePicker label="Profile picture" shape="circle" file={face} onFileChange={setFace} />
            <FileButton onPick={(files) => toast.success(`${files.length} picked`)}>Attach a file</FileButton>
            <Progress label="Uploading picture" value={42} />
            <Progress label="Preparing the export" value={null} />
          </div>
        </Columns>
      </Section>
    </>
  );
}

function Overlays() {
  const [asking, setAsking] = useState(false);
  const [compact, setCompact] = useState(false);
  const [recipient, setRecipient] = useState<string | null>(null);
  const [when, setWhen] = useState<string | null>(null);
  return (
    <Section title="Overlays">
      <Row>
        <Dialog>
          <DialogTrigger asChild>
            <Button>Open dialog</Button>
          </DialogTrigger>
          <DialogContent
            title="Send Message"
            description="You are not currently connected to receiver. This will cost you a coin."
            footer={
              <>
                <DialogClose asChild>
                  <Button variant="secondary">Cancel</Button>
                </DialogClose>
                <Button onClick={() => toast.success('Message sent')}>Send</Button>
              </>
            }
          >
            <div className="flex flex-col gap-4">
              <Select label="About" options={impactAreas} value={recipient} onValueChange={setRecipient} />
              <Suspense fallback={<Spinner label="Loading" />}>
                <DateField label="Remind me" value={when} onValueChange={setWhen} />
              </Suspense>
              <Textarea label="Message" />
            </div>
          </DialogContent>
        </Dialog>
        <Button variant="danger-quiet" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden />
          Delete post
        </Button>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Delete this post?"
          description="It disappears from every feed and calendar. This cannot be undone."
          confirmLabel="Delete"
          onConfirm={() => toast.success('Post deleted')}
        />
        <Menu>
          <MenuTrigger asChild>
            <IconButton label="More actions" variant="secondary">
              <EllipsisVertical aria-hidden />
            </IconButton>
          </MenuTrigger>
          <MenuContent>
            <MenuLabel>Riverside Food Pantry</MenuLabel>
            <MenuItem>
              <Pencil aria-hidden />
              Edit
            </MenuItem>
            <MenuItem>
              <Share2 aria-hidden />
              Share
            </MenuItem>
            <MenuItem disabled>
              <UserPlus aria-hidden />
              Invite
            </MenuItem>
            <MenuCheckboxItem checked={compact} onCheckedChange={setCompact}>
              <Settings aria-hidden />
              Compact list
            </MenuCheckboxItem>
            <MenuSeparator />
            <MenuItem tone="danger" onSelect={() => setAsking(true)}>
              <Trash2 aria-hidden />
              Delete
            </MenuItem>
          </MenuContent>
        </Menu>
        <Popover>
          <PopoverTrigger asChild>
            <IconButton label="Notifications, 7 new">
              <Bell aria-hidden />
              <CountBadge count={7} className="absolute top-0 right-0" />
            </IconButton>
          </PopoverTrigger>
          <PopoverContent aria-label="Notifications" className="w-[31.25rem]">
            <p className="font-semibold">No Notification Found</p>
            <p className="text-muted text-sm">Likes, follows and invitations appear here.</p>
          </PopoverContent>
        </Popover>
        <Tooltip text="Saves and stays here">
          <Button variant="secondary">Hover or focus me</Button>
        </Tooltip>
        <Button variant="soft" onClick={() => toast.success('Welcome to Gatherwell')}>
          Toast
        </Button>
        <Button
          variant="soft"
          onClick={() => toast.success('Notification deleted', { undo: () => toast.success('Put back') })}
        >
          Toast with Undo
        </Button>
        <Button
          variant="soft"
          onClick={() => toast.failed('The server could not be reached.', { title: 'Failed' })}
        >
          Failed toast
        </Button>
      </Row>
    </Section>
  );
}

function Lists() {
  const [page, setPage] = useState(4);
  const [retrying, setRetrying] = useState(false);
  return (
    <>
      <Section title="Tabs and pages">
        <Tabs defaultValue="list">
          <TabList label="View">
            <Tab value="list">List</Tab>
            <Tab value="map">
              <MapPin aria-hidden />
              Map
            </Tab>
            <Tab value="gone" disabled>
              Calendar
            </Tab>
          </TabList>
          <TabPanel value="list">What the list shows.</TabPanel>
          <TabPanel value="map">What the map shows.</TabPanel>
        </Tabs>
        <LinkTabs label="Community">
          <LinkTab to=".">Friends</LinkTab>
          <LinkTab to="/post/manage">
            Requests
            <CountBadge count={3} label="new requests" />
          </LinkTab>
          <LinkTab to="/about-us">Followers</LinkTab>
          <LinkTab to="/contact-us">Followings</LinkTab>
          <LinkTab to="/privacy-policy">Endorsers</LinkTab>
        </LinkTabs>
        <Pager
          page={page}
          pages={pagesAround(page, 10)}
          renderLink={(number, props) => (
            <a
              {...props}
              href={`?page=${number}`}
              onClick={(event) => {
                event.preventDefault();
                setPage(number);
              }}
            />
          )}
        />
      </Section>
      <Section title="States">
        <OfflineBanner saved={opened} />
        <Columns>
          <EmptyState
            title="No Posts Found"
            hint="Follow a few organizations, and what they publish appears here."
            action={<Button>Find organizations</Button>}
          />
          <ErrorState
            message="The connection broke off. Nothing is lost; try again in a moment."
            retrying={retrying}
            onRetry={() => setRetrying(!retrying)}
          />
          <EmptyState title="No Message Found" icon={<Inbox />} />
          <div className="flex flex-col gap-3">
            <Row>
              <Spinner label="Loading maps" />
              <Spinner />
            </Row>
          </div>
          <SkeletonList label="Loading posts" count={1} item={<PostCardSkeleton />} />
          <Card>
            <SkeletonList label="Loading people" count={3} item={<RowSkeleton />} className="gap-1" />
          </Card>
        </Columns>
      </Section>
    </>
  );
}

function Cards() {
  return (
    <Section title="Cards">
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
        <Card as="article" className="flex flex-col gap-3">
          <header className="flex items-start gap-3">
            <Avatar id="0199-pantry" name="Riverside Food Pantry" shape="square" />
            <div className="min-w-0 flex-1">
              <Link variant="quiet" to="." className="font-semibold text-sm">
                Riverside Food Pantry
              </Link>
              <p className="text-muted text-sm">
                <RelativeTime time={new Date(opened.getTime() - 12 * 60_000)} />
              </p>
            </div>
            <IconButton label="More about this post" size="sm">
              <EllipsisVertical aria-hidden />
            </IconButton>
          </header>
          <PostTypeBadge type="volunteering" />
          <h3 className="font-semibold text-xl">Saturday sorting: twelve pairs of hands</h3>
          <p className="text-pretty">
            The spring drive filled the hall to the windows. Come and help us sort tins from fresh, and stay
            for soup afterwards. Sign up with <Link to=".">Carol Adeyemi</Link> or see{' '}
            <ExternalLink href="https://example.org">our page</ExternalLink>.
          </p>
          <footer className="-mx-1 flex items-center gap-1 border-line border-t pt-2">
            <Button variant="quiet" size="sm">
              <Heart aria-hidden />
              24
              <span className="sr-only">likes</span>
            </Button>
            <Button variant="quiet" size="sm">
              <MessageCircle aria-hidden />
              Interested
            </Button>
            <Button variant="quiet" size="sm" className="ml-auto">
              <Share2 aria-hidden />
              Share
            </Button>
          </footer>
        </Card>
        <Card as="section">
          <CardHeader
            title="Suggested organizations"
            level={3}
            action={
              <Link variant="action" to=".">
                See all
              </Link>
            }
          />
          <ul className="flex flex-col gap-1">
            {[...organizations, ...people].slice(0, 5).map((one, index) => (
              <li key={one.id} className="flex items-center gap-3 py-1.5">
                <Avatar id={one.id} name={one.label} shape={index < 3 ? 'square' : 'circle'} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-sm">{one.label}</span>
                  <UserTypeBadge type={index < 3 ? 'organization' : 'individual'} />
                </span>
                <Button size="sm" variant={index === 1 ? 'secondary' : 'soft'}>
                  {index === 1 ? 'Following' : 'Follow'}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Section>
  );
}

/** Every component in every variant, for looking at while developing. Needs a router around it. */
export function Gallery() {
  return (
    <div className="min-h-dvh bg-canvas text-ink">
      <header className="sticky top-0 z-30 border-line border-b bg-surface">
        <div className="mx-auto flex h-16 max-w-5xl items-center justify-between px-4">
          <Logo />
          <ThemeSwitch />
        </div>
      </header>
      <main className="mx-auto flex max-w-5xl flex-col gap-10 px-4 py-8">
        <h1 className="font-bold text-3xl">Gallery</h1>
        <Cards />
        <Section title="Buttons">
          <Row>
            <Button>Follow</Button>
            <Button variant="secondary">Following</Button>
            <Button variant="soft">Endorse</Button>
            <Button variant="quiet">Cancel</Button>
            <Button variant="danger">Delete</Button>
            <Button variant="danger-quiet">Remove</Button>
          </Row>
          <Row>
            <Button size="sm">Small</Button>
            <Button>Medium</Button>
            <Button size="lg">Large</Button>
            <Button>
              <Check aria-hidden />
              With icon
            </Button>
            <Button loading>Save and Publish</Button>
            <Button variant="secondary" loading>
              Saving
            </Button>
            <Button disabled>Disabled</Button>
            <ButtonLink to="." variant="secondary">
              A link
            </ButtonLink>
          </Row>
          <Row>
            <IconButton label="Search">
              <Search aria-hidden />
            </IconButton>
            <IconButton label="Like" variant="secondary">
              <Heart aria-hidden />
            </IconButton>
            <IconButton label="Send" variant="primary">
              <MessageCircle aria-hidden />
            </IconButton>
            <IconButton label="Delete" variant="danger-quiet">
              <Trash2 aria-hidden />
            </IconButton>
            <IconButton label="Edit" size="sm" shape="square" variant="secondary">
              <Pencil aria-hidden />
            </IconButton>
          </Row>
        </Section>
        <Section title="Badges">
          <Row>
            {types.map((type) => (
              <PostTypeBadge key={type} type={type} />
            ))}
          </Row>
          <Row>
            {types.map((type) => (
              <span key={type} className={`rounded-sm px-2 py-1 font-medium text-xs ${postTypes[type].fill}`}>
                {postTypes[type].label}
              </span>
            ))}
          </Row>
          <Row>
            <UserTypeBadge type="individual" />
            <UserTypeBadge type="organization" />
            <Badge>Draft</Badge>
            <Badge tone="outline">Scheduled</Badge>
            <Badge tone="brand">Connected</Badge>
            <Badge tone="success">
              <Check aria-hidden />
              Published
            </Badge>
            <Badge tone="accent">
              <Coins aria-hidden />
              100 coins
            </Badge>
            <Badge tone="danger">Blocked</Badge>
            <CountBadge count={3} label="new messages" />
            <CountBadge count={128} label="new messages" />
          </Row>
        </Section>
        <Section title="Avatars">
          <Row>
            <Avatar id="0198-alice" name="Alice Moreno" size="xl" />
            <Avatar id="0198-bob" name="Bob Lindqvist" size="lg" />
            <Avatar id="0198-carol" name="Carol Adeyemi" />
            <Avatar id="0198-dan" name="Dan O’Reilly" size="sm" labelled />
            <Avatar id="0198-eve" name="Eve" size="xs" />
            <Avatar id="0199-pantry" name="Riverside Food Pantry" size="xl" shape="square" />
            <Avatar id="0199-shelter" name="Harbor Light" size="lg" shape="square" />
            <Avatar id="0198-alice" name="Alice Moreno" size="lg" src="/nowhere.png" />
          </Row>
          <Row>
            {Array.from({ length: 16 }, (_, index) => (
              <Avatar key={index} id={`id-${index * 7}`} name={String.fromCharCode(65 + index)} />
            ))}
          </Row>
        </Section>
        <Fields />
        <Overlays />
        <Lists />
        <Section title="Colour and type">
          {swatches.map((row) => (
            <div key={row[0]} className="grid grid-cols-4 gap-2 sm:grid-cols-8">
              {row.map((swatch) => (
                <span key={swatch} className="flex flex-col gap-1 text-muted text-xs">
                  <span className={`h-12 rounded-md border border-line ${swatch}`} />
                  {swatch.slice(3)}
                </span>
              ))}
            </div>
          ))}
          <div className="flex flex-col gap-2">
            <p className="font-bold text-3xl">Gather where you are needed</p>
            <p className="font-bold text-2xl">Gather where you are needed</p>
            <p className="font-semibold text-xl">Gather where you are needed</p>
            <p className="font-semibold text-lg">Gather where you are needed</p>
            <p className="text-base">Gather where you are needed</p>
            <p className="text-muted text-sm">Gather where you are needed</p>
            <p className="text-muted text-xs">Gather where you are needed</p>
          </div>
        </Section>
      </main>
      <Toaster />
    </div>
  );
}
