import { NewCalculation } from './form/NewCalculation.tsx';

export default function VehicleScreen() {
  return <NewCalculation kind="vehicle" />;
}
