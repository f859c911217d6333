import { Banner } from '#ui/Banner.tsx';
import type { EngineWire } from '../../wire/index.ts';

/** Warns of a basic engine, before a recording is sent and counted. */
export function QualityNotice({ engine }: { engine: EngineWire | undefined }) {
  if (engine?.quality !== 'basic') return null;
  return (
    <Banner tone="warning" title={`${engine.name} is a basic engine`}>
      It understands short, clear dictation in English. In other recordings most of the words can be
      wrong, and the seconds count all the same. The operator of this site can install a better one.
    </Banner>
  );
}
