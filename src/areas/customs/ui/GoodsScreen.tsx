import { NewCalculation } from './form/NewCalculation.tsx';

export default function GoodsScreen() {
  return <NewCalculation kind="goods" />;
}
