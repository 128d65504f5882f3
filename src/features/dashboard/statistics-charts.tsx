import type { DashboardView } from '#server/dashboard/dashboard.schema.ts';
import { BarChart } from '#src/components/bar-chart.tsx';
import { Card } from '#src/components/card.tsx';

/** Views and reactions of the last six months, as charts. */
export function StatisticsCharts({ statistics }: { statistics: DashboardView['statistics'] }) {
  const { viewerStatisticsOfLastSixMonths: views, interactionStatisticsOfLastSixMonths: reactions } =
    statistics;
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <Card className="min-w-0">
        <BarChart
          title="Views"
          dimension="Month"
          labels={views.map(({ label }) => label)}
          series={[{ name: 'Views', values: views.map((month) => month.views) }]}
        />
      </Card>
      <Card className="min-w-0">
        <BarChart
          title="Reactions"
          dimension="Month"
          labels={reactions.map(({ label }) => label)}
          series={[
            { name: 'Likes', values: reactions.map(({ liked }) => liked) },
            { name: 'Interested', values: reactions.map(({ interested }) => interested) },
            { name: 'Going', values: reactions.map(({ going }) => going) },
          ]}
        />
      </Card>
    </div>
  );
}
