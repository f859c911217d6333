import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { VehiclePage } from '#areas/customs/wire/vehicles/vehicle-pages.constants.ts';
import { canonicalPath } from '../metadata/metadata.ts';
import type { PageResolver } from '../pages/use-page.ts';
import { VehiclePageView } from './VehiclePageView.tsx';
import { vehiclePageHead } from './vehicle-page-head.ts';

/** A printed page brings its own; all of them together are fetched for the next one. */
export async function loader({ request }: LoaderFunctionArgs): Promise<VehiclePage> {
  const { vehiclePages } = await import('./vehicle-pages.ts');
  const path = canonicalPath(new URL(request.url).pathname);
  const page = vehiclePages.find((one) => one.path === path);
  if (!page) throw new Response('', { status: 404 });
  return page;
}

export const handle: PageResolver = (_, data) =>
  data ? vehiclePageHead(data as VehiclePage) : undefined;

export default function VehiclePageScreen() {
  return <VehiclePageView page={useLoaderData<typeof loader>()} />;
}
