package web

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"fewest/internal/web/jobs"
)

// metrics are what /metrics shows.
type metrics struct {
	registry       *prometheus.Registry
	requests       *prometheus.CounterVec   // by route and status
	requestSeconds *prometheus.HistogramVec // by route
	ended          *prometheus.CounterVec   // by puzzle, kind and state
	jobSeconds     *prometheus.HistogramVec // by puzzle and kind
	refused        prometheus.Counter
	followers      prometheus.Gauge
}

func newMetrics(load func() (running, waiting int)) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "fewest_http_requests_total", Help: "Requests answered.",
		}, []string{"route", "status"}),
		requestSeconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "fewest_http_request_seconds", Help: "Time to answer a request.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 4, 9),
		}, []string{"route"}),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "fewest_jobs_ended_total", Help: "Jobs that ended.",
		}, []string{"puzzle", "kind", "state"}),
		jobSeconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "fewest_job_seconds", Help: "Time that jobs ran.",
			Buckets: prometheus.ExponentialBuckets(0.001, 4, 11),
		}, []string{"puzzle", "kind"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "fewest_jobs_refused_total", Help: "Jobs refused because as many were waiting as may.",
		}),
		followers: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "fewest_followers", Help: "Clients that follow a job.",
		}),
	}
	m.registry.MustRegister(m.requests, m.requestSeconds, m.ended, m.jobSeconds, m.refused, m.followers,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "fewest_jobs_running", Help: "Jobs that run."},
			func() float64 { n, _ := load(); return float64(n) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "fewest_jobs_waiting", Help: "Jobs that wait."},
			func() float64 { _, n := load(); return float64(n) }),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// jobEnded counts a job.
func (m *metrics) jobEnded(j *jobs.Job, seconds float64) {
	m.ended.WithLabelValues(j.Puzzle, j.Kind, string(j.State)).Inc()
	m.jobSeconds.WithLabelValues(j.Puzzle, j.Kind).Observe(seconds)
}
