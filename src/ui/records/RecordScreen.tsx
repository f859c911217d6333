import site from '#content/site.json' with { type: 'json' };
import { RecordLoader, type RecordLoaderProps } from './RecordLoader.tsx';
import { RecordNotFound } from './RecordNotFound.tsx';

type RecordScreenProps<Data> = Omit<RecordLoaderProps<Data>, 'missing'> & {
  /** Of the browser's tab. */
  tabTitle: string;
  /** Where such records are listed. */
  list: { to: string; label: string };
  /** Why there may be no record at this address. */
  hint: string;
};

/** A record with its tab's title, or why there is none. */
export const RecordScreen = <Data,>({
  tabTitle,
  list,
  hint,
  ...loader
}: RecordScreenProps<Data>) => (
  <>
    <title>{`${tabTitle} · ${site.name}`}</title>
    <RecordLoader
      {...loader}
      missing={
        <RecordNotFound what={loader.what} to={list.to} linkLabel={list.label}>
          {hint}
        </RecordNotFound>
      }
    />
  </>
);
