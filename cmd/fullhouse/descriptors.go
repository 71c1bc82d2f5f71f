package main

import (
	"fmt"
	"log/slog"
)

// otherFiles is what is open besides sockets and requests: the database and its log, listeners, the standard streams,
// and connections of browsers that ask for nothing just now.
const otherFiles = 128

// fitDescriptors makes MAX_SOCKETS fit the files that this process may open. A value that someone chose is not changed
// behind their back; a default is.
func (c *config) fitDescriptors(files int, log *slog.Logger) error {
	room := files - c.MaxInflight - otherFiles
	switch {
	case c.MaxSockets <= room:
		return nil
	case room < 1:
		return fmt.Errorf("this process may open only %d files, and %sMAX_INFLIGHT=%d leaves none for sockets: raise the "+
			"limit (ulimit -n) or lower the setting", files, prefix, c.MaxInflight)
	case c.explicit["MAX_SOCKETS"]:
		return fmt.Errorf("%[1]sMAX_SOCKETS is %[2]d, but this process may open only %[3]d files, which leaves %[4]d for "+
			"sockets: raise the limit (ulimit -n) or lower the setting", prefix, c.MaxSockets, files, room)
	}
	log.Warn("fewer sockets than by default: this process may open too few files", "max_sockets", room, "open_files", files)
	c.MaxSockets = room
	return c.checkNeighbours() // what follows from it is lowered with it
}
