// Package bench measures the project's limiter beside five others, all in one run on one machine. It is a module of its own,
// so that their dependencies stay out of the product's go.mod.
//
//	                    algorithm                 keys kept in                  forgets a live key
//	fullhouse           GCRA, two buckets a call  fixed memory, sharded         never: refuses strangers
//	throttled           GCRA                      map, or LRU with a limit      never, or the least recent
//	x/time/rate         token bucket              none: a map around it         -
//	juju/ratelimit      token bucket              none: a map around it         -
//	go-limiter          fixed window              map and a sweeper             when swept
//	httprate            sliding window, counted   two maps, one a window        never
//
// What is compared is one decision about one caller. For us that is the call the server makes: address and session, two
// buckets, with a clock reading, the counters for the metrics and everything the RateLimit fields need. The others decide
// about one bucket. Where there is no key store (x/time/rate, juju) it is the map with a mutex that their readers write.
//
// # Why not a table of operations per second?
//
// Because the machine would be the largest number in it. Ratios within one run are what carries over.
package bench
