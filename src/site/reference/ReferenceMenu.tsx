import type { ApiArea } from '#lib/api-description.ts';
import { webhookEventsPath } from '#lib/webhook-event-path.ts';
import { errorsPath } from './call-errors.ts';
import { apiAreas } from './call-groups.ts';
import { objectsPath } from './objects.ts';
import { listGroups, referencePath } from './operations.ts';

type ReferenceMenuProps = {
  /** The address of the page. */
  path: string;
  area?: ApiArea | undefined;
  group?: string | undefined;
};

const areaPath = ({ slug }: ApiArea) => `${referencePath}/${slug}`;

const Entry = ({ path, at, label }: { path: string; at: string; label: string }) => (
  <a href={path} aria-current={path === at ? 'page' : undefined}>
    {label}
  </a>
);

/** The calls of the current group below its name, the other groups as links to the area's page. */
const Groups = ({ area, group, path }: ReferenceMenuProps & { area: ApiArea }) => (
  <ul>
    {listGroups(area).map(([title, calls]) => (
      <li key={title}>
        <a href={`${areaPath(area)}#${groupId(title)}`}>{title}</a>
        {title === group && (
          <ul>
            {calls.map((call) => (
              <li key={call.path}>
                <Entry path={call.path} at={path} label={call.title} />
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
);

export const groupId = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

/** The rest of the documentation, whose pages have a menu of their own. */
const docs = [
  ['/docs', 'Docs'],
  ['/docs/quickstart', 'Quickstart'],
  ['/docs#guides', 'Guides'],
  [errorsPath, 'Errors'],
  ['/docs/changelog', 'Changelog'],
] as const;

const DocsEntries = ({ at }: { at: string }) => (
  <ul>
    {docs.map(([path, label]) => (
      <li key={path}>
        <Entry path={path} at={at} label={label} />
      </li>
    ))}
  </ul>
);

const Entries = ({ path, area, group }: ReferenceMenuProps) => (
  <ul>
    <li>
      <Entry path={referencePath} at={path} label="Overview" />
    </li>
    {apiAreas.map((one) => (
      <li key={one.slug}>
        <Entry path={areaPath(one)} at={path} label={one.title} />
        {one === area && <Groups area={one} group={group} path={path} />}
      </li>
    ))}
    <li>
      <Entry path={webhookEventsPath} at={path} label="Webhook events" />
    </li>
    <li>
      <Entry path={objectsPath} at={path} label="Objects" />
    </li>
  </ul>
);

/** Beside the page; above it and folded on small screens. */
export const ReferenceMenu = (props: ReferenceMenuProps) => (
  <details className="docs-menu">
    <summary>API reference{props.area && `: ${props.area.title}`}</summary>
    <nav aria-label="API reference">
      <DocsEntries at={props.path} />
      <p>API reference</p>
      <Entries {...props} />
    </nav>
  </details>
);
