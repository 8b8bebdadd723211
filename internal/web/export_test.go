package web

// Routes returns the patterns of all that the server answers.
func (s *Server) Routes() []string { return s.routes }
