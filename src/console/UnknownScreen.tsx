import { NotFound } from './NotFound.tsx';

export default function UnknownScreen() {
  return <NotFound isInside />;
}
